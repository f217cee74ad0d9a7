/**
 * Samples the current stage of each decoder thread some thousand times a second, and counts. A thread of Node in plain JavaScript, because
 * Node runs it without a loader.
 * workerData: { memory, stages, words, kinds, threads, flag }; out: { samples: number[][] } by thread and stage, once the flag is set.
 */
import { parentPort, workerData } from 'node:worker_threads';

/** About the shortest possible sleep: uses part of a core, and samples often enough for shares of a second. */
const PAUSE_MS = 0.1;

const { memory, stages, words, kinds, threads, flag } = workerData;
const seen = new Int32Array(memory, stages, words * threads);
const isDone = new Int32Array(flag);
const samples = Array.from({ length: threads }, () => Array.from({ length: kinds }, () => 0));
parentPort.postMessage('ready');
while (Atomics.load(isDone, 0) === 0) {
  for (let thread = 0; thread < threads; thread++) samples[thread][Atomics.load(seen, thread * words)]++;
  Atomics.wait(isDone, 0, 0, PAUSE_MS);
}
parentPort.postMessage({ samples });
