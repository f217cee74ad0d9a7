let prepared: Map<string, Worker> | undefined;

/**
 * Workers that the owner started before the player was requested, by name. The owner may add and terminate workers until they are taken.
 */
export function offerWorkers(workers: Map<string, Worker> | undefined): void {
  prepared = workers;
}

/** Returns the prepared worker of this name, once; null if there is none. */
export function takePreparedWorker(name: string): Worker | null {
  const worker = prepared?.get(name) ?? null;
  prepared?.delete(name);
  return worker;
}
