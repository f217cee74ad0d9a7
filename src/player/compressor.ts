/** One setting for all that plays on the page: loud voices become quieter. Off until it is set. */
let isOn = false;
const members = new Set<() => void>();

/** For speech: levels in dB, times in seconds. What is louder than the threshold loses nine tenths of the difference. */
const SPEECH = { threshold: -30, knee: 30, ratio: 10, attack: 0.003, release: 0.25 } as const;

const GESTURES = ['pointerdown', 'keydown'] as const;

export const canCompress = (): boolean => typeof AudioContext === 'function' && typeof DynamicsCompressorNode === 'function';

export function setCompression(next: boolean): void {
  if (next === isOn) return;
  isOn = next;
  for (const follow of members) follow();
}

/** `source` is connected to the destination of its context, and while the setting is on through a compressor. Returns a function that ends it. */
export function compressible(source: AudioNode): () => void {
  const { context } = source;
  let compressor: DynamicsCompressorNode | undefined;
  const follow = (): void => {
    source.disconnect();
    if (isOn && compressor === undefined) {
      compressor = new DynamicsCompressorNode(context, SPEECH);
      compressor.connect(context.destination);
    }
    source.connect(isOn ? compressor! : context.destination);
  };
  if (isOn) follow();
  members.add(follow);
  return () => void members.delete(follow);
}

const routed = new WeakSet<HTMLMediaElement>();

/**
 * The sound of an element goes its own way until the setting is on for the first time and the browser lets an audio context run, because it
 * can never be given back: an element whose context is suspended is silent. Returns a function that ends it together with the element.
 */
export function compressElement(element: HTMLMediaElement): () => void {
  if (routed.has(element)) return () => undefined;
  routed.add(element);
  const listening = new AbortController();
  const { signal } = listening;
  let context: AudioContext | undefined;
  let leave: (() => void) | undefined;
  const resume = (): void => void context?.resume().catch(() => undefined);
  const route = (): void => {
    if (leave !== undefined || context?.state !== 'running') return;
    const source = context.createMediaElementSource(element);
    source.connect(context.destination);
    leave = compressible(source);
  };
  const begin = (): void => {
    if (!isOn || context !== undefined) return;
    context = new AudioContext({ latencyHint: 'interactive' });
    context.addEventListener('statechange', route, { signal });
    // Also after an interruption by a call or a sleep of the device.
    for (const gesture of GESTURES) addEventListener(gesture, resume, { capture: true, passive: true, signal });
    route();
    resume();
  };
  members.add(begin);
  begin();
  return () => {
    members.delete(begin);
    listening.abort();
    leave?.();
    void context?.close();
  };
}
