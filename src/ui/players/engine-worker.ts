let early: Worker | null = null;
const startWorker = (): Worker => new Worker(new URL('../../workers/flv/worker.ts', import.meta.url), { type: 'module', name: 'flv' });
export function startEarly(): void {
  early ??= startWorker();
}
export default function takeWorker(): Worker {
  const taken = early ?? startWorker();
  early = null;
  return taken;
}
