/** Loads the features before the tests: code that a module runs as it loads must not be attributed to the test that imports it first. */
import { FEATURES } from '../src/features/index.ts';
import { loadRoomPart } from '../src/workers/room/features/feature-loader.ts';

await Promise.all(FEATURES.map(({ name }) => loadRoomPart(name)));
