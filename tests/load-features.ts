/** Loads the features before the tests: code that a module runs as it loads must not be attributed to the test that imports it first. */
import { loadAllFeatures } from './workers/room/harness.ts';

await loadAllFeatures();
