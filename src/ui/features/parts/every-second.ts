/** Called each second while it returns true. */
type Listener = () => boolean;

const listeners = new Set<Listener>();
let timer: ReturnType<typeof setInterval> | null = null;

function tick(): void {
  for (const listener of listeners) if (!listener()) drop(listener);
}

function drop(listener: Listener): void {
  listeners.delete(listener);
  if (listeners.size > 0 || timer === null) return;
  clearInterval(timer);
  timer = null;
}

/** One shared timer for all countdowns, so that the page wakes, lays out and paints once a second. Without listeners there is no timer. */
export function everySecond(listener: Listener): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1_000);
  return () => drop(listener);
}
