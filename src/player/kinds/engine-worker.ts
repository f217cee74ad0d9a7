import { takePreparedWorker } from './prepared-workers.ts';

/** The worker of the FLV engine: the engine calls it where its own package would put a worker together (scripts/engine-plugin.ts). */
const takeEngineWorker = (): Worker =>
  takePreparedWorker('flv') ?? new Worker(new URL('../../workers/flv/worker.ts', import.meta.url), { type: 'module', name: 'flv' });

export default takeEngineWorker;
