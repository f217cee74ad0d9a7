let prepared: Map<string, Worker> | undefined;

/** Workers that the owner started before the player was asked for, by name. The owner may add and end workers until they are taken. */
export function offerWorkers(workers: Map<string, Worker> | undefined): void {
  prepared = workers;
}

/** The prepared worker of this name, once; null where there is none. */
export function takePreparedWorker(name: string): Worker | null {
  const worker = prepared?.get(name) ?? null;
  prepared?.delete(name);
  return worker;
}
