import { mediaSourceInWorker } from './media-source.ts';
import { takeFirstWorker } from './take-first-worker.ts';

/** The worker of the FLV engine: it is asked for together with the page's half, which takes it (scripts/engine-plugin.ts) or starts one. */
const startWorker = (): Worker =>
  takeFirstWorker('flv') ?? new Worker(new URL('../../workers/flv/worker.ts', import.meta.url), { type: 'module', name: 'flv' });

let early: Worker | null = null;
/** The page's half is there, and starts what it needs. */
let wasTaken = false;

export function startEngineWorker(): void {
  if (early !== null || wasTaken || !mediaSourceInWorker()) return;
  const worker = startWorker();
  early = worker;
  // Not to be taken: its script could not be loaded.
  worker.addEventListener('error', () => {
    if (early === worker) early = null;
  });
}

/** The engine calls it where its own package would put a worker together. */
export default function takeEngineWorker(): Worker {
  const worker = early ?? startWorker();
  early = null;
  wasTaken = true;
  return worker;
}
