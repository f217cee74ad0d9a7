/** Told each second as long as they say true. */
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

/** One timer for everything that counts seconds: the page wakes once, lays out once and paints once. Nobody counts: no timer. */
export function everySecond(listener: Listener): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1_000);
  return () => drop(listener);
}
