/** The work of floor-h265 entirely on the main thread, to measure the gain of workers. */
import { playFloor } from './floor-decode.ts';
import { bareFigures, canvas, source } from './stage.ts';

const figures = bareFigures();
void playFloor(source(), canvas(), (seen) => Object.assign(figures, seen));
