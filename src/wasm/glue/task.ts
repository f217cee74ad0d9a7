/** Runs `task` in a separate task, also in a hidden tab, where timers run only once a second. */
export function queueTask(task: () => void): void {
  const { setImmediate } = globalThis as { setImmediate?: (task: () => void) => void };
  if (setImmediate) {
    setImmediate(task);
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    task();
  };
  port2.postMessage(undefined);
}

export const nextTask = (): Promise<void> => new Promise(queueTask);
