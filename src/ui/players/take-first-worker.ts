/** The worker of this name that the first script has started (first-workers.ts), once; null where it has not. */
export function takeFirstWorker(name: string): Worker | null {
  const started = window.firstWorkers;
  const worker = started?.get(name) ?? null;
  started?.delete(name);
  return worker;
}
