/** P29: the sound of the ring in an audio context: its settings, what it reports, and what it removes. */
import { beforeEach, expect, test, vi } from 'vitest';
import { eachOnPage } from './fake-video.ts';

vi.mock('../../workers/audio/worklet.ts?worker&url', () => ({ default: 'worklet.js' }));

/** Repeated here, so that a change of the waits fails a test. */
const RAMP_S = 0.02;
const LAST_BLOCK_MS = 300;

let did: (readonly unknown[])[];
let figures: Record<string, number>;
let gestures: Map<string, () => void>;
let context: Context;
/** Settles when the worklet is loaded. */
let loading: Promise<void>;

class Gain {
  readonly gain = {
    value: 1,
    setTargetAtTime: (...given: readonly unknown[]) => did.push(['volume', ...given]),
    cancelScheduledValues: () => undefined,
  };
  connect = (): void => undefined;
}
const keep = (made: Context): void => void (context = made);
class Context extends EventTarget {
  state = 'suspended';
  currentTime = 7;
  outputLatency = 0.04;
  baseLatency = 0.01;
  readonly destination = 'speakers';
  readonly gain = new Gain();
  readonly audioWorklet = {
    addModule: (url: string) => (did.push(['module', url]), loading),
  };
  constructor(given: unknown) {
    super();
    did.push(['context', given]);
    keep(this);
  }
  createGain = (): Gain => this.gain;
  resume = (): Promise<void> => (did.push(['resume']), Promise.resolve());
  close = (): Promise<void> => (did.push(['close']), Promise.resolve());
  become(state: string): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

eachOnPage();
beforeEach(() => {
  [did, figures, gestures, loading] = [[], {}, new Map(), Promise.resolve()];
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal(
    'AudioWorkletNode',
    class {
      readonly port = { postMessage: (message: unknown) => did.push(['node', message]) };
      constructor(_context: unknown, name: string, given: unknown) {
        did.push(['node', name, given]);
      }
      connect = (): void => undefined;
      disconnect = (): void => void did.push(['disconnect']);
    },
  );
  vi.stubGlobal('addEventListener', (type: string, act: () => void) => gestures.set(type, act));
  vi.stubGlobal('removeEventListener', (type: string) => gestures.delete(type));
});

/** The module reads the name of the browser when it is loaded. */
async function open(channels = 2, userAgent = 'Chrome/120') {
  vi.stubGlobal('navigator', { userAgent });
  vi.resetModules();
  const { RingSound } = await import('../../kinds/ring-sound.ts');
  const blocked: boolean[] = [];
  const sound = new RingSound({
    ring: 'ring' as never,
    sampleRate: 44_100,
    channels,
    metrics: { get: () => 0, set: (name: string, value: number) => (figures[name] = value) } as never,
    volume: 0.6,
    muted: false,
    onBlocked: (isBlocked) => blocked.push(isBlocked),
  });
  await vi.advanceTimersByTimeAsync(0);
  return { sound, blocked };
}
const done = (): readonly (readonly unknown[])[] => did.splice(0);

test.each([1, 2, 6])('P29 the ring of %i channels plays at the rate of the stream, in at least two channels', async (channels) => {
  await open(channels);
  expect(done()).toEqual([
    ['context', { sampleRate: 44_100, latencyHint: 'playback' }],
    ['volume', 0.6, 7, RAMP_S],
    ['resume'],
    ['module', 'worklet.js'],
    ['resume'],
    [
      'node',
      'footlight-ring',
      { numberOfInputs: 0, outputChannelCount: [Math.max(2, channels)], processorOptions: { ring: 'ring', channels } },
    ],
  ]);
});

test('P29 the sound reports when it runs, its delay in ms, and that the browser waits for a gesture', async () => {
  const { sound, blocked } = await open();
  expect([figures, blocked]).toEqual([{ SOUND_RUNS: 0, OUTPUT_LATENCY_MS: 50 }, [true]]);
  done();
  for (const gesture of ['pointerdown', 'keydown']) gestures.get(gesture)!();
  expect(done()).toEqual([['resume'], ['resume']]);
  Object.assign(context, { outputLatency: undefined, baseLatency: 0.02 });
  context.become('running');
  expect([figures, blocked]).toEqual([{ SOUND_RUNS: 1, OUTPUT_LATENCY_MS: 20 }, [true, false]]);
  gestures.get('keydown')!();
  sound.setVolume(0.3, true);
  sound.setVolume(0.3, false);
  expect(done()).toEqual([
    ['volume', 0, 7, RAMP_S],
    ['volume', 0.3, 7, RAMP_S],
  ]);
  context.become('suspended');
  sound.setVolume(0.3, true);
  expect([done().filter(([what]) => what === 'resume'), blocked]).toEqual([[], [true, false, true]]);
});

test('P29 a sound that a call or a sleep has interrupted waits for a gesture', async () => {
  const { blocked } = await open();
  context.become('running');
  context.become('interrupted');
  done();
  gestures.get('keydown')!();
  expect([done(), blocked, figures['SOUND_RUNS']]).toEqual([[['resume']], [true, false, true], 0]);
});

test('P29 a closed sound whose worklet does not load leaves the clock to the next sound', async () => {
  let refuse: (cause: Error) => void = () => undefined;
  loading = new Promise((_resolve, reject) => (refuse = reject));
  const { sound } = await open();
  sound.dispose();
  figures['SOUND_RUNS'] = 1;
  refuse(new Error('closed'));
  await vi.advanceTimersByTimeAsync(0);
  expect(figures['SOUND_RUNS']).toBe(1);
});

test('P29 a closed sound is silent immediately, reports nothing, and ends its context after the last block', async () => {
  const { sound, blocked } = await open();
  context.become('running');
  done();
  sound.dispose();
  expect([done(), context.gain.gain.value, figures['SOUND_RUNS'], gestures.size]).toEqual([[['node', 'done']], 0, 0, 0]);
  context.become('suspended');
  await vi.advanceTimersByTimeAsync(LAST_BLOCK_MS - 1);
  expect(done()).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect([done(), figures['SOUND_RUNS'], blocked]).toEqual([[['disconnect'], ['close']], 0, [true, false]]);
});

test('P29 without the code of the worklet there is no sound', async () => {
  loading = Promise.reject(new Error('no module'));
  await open();
  context.become('running');
  expect(figures['SOUND_RUNS']).toBe(0);
});

test('P29 the output delay is not read in Firefox, because Firefox hangs then', async () => {
  await open(2, 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0');
  expect(figures['OUTPUT_LATENCY_MS']).toBe(10);
});
