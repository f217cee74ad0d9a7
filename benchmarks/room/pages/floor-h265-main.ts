/** The same work as floor-h265 and all of it on the main thread: what workers save. */
import { playFloor } from './floor-decode.ts';
import { bareFigures, canvas, source } from './stage.ts';

const figures = bareFigures();
void playFloor(source(), canvas(), (seen) => Object.assign(figures, seen));
