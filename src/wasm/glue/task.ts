/** Runs `task` in a task of its own, also in a hidden tab, where timers slow down to one a second. */
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
