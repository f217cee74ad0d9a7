/** Plays the PCM ring: an AudioContext at the stream's sample rate, the worklet that reads the ring, and the volume. */
import type { Metrics } from '../shared-memory/shared-metrics.ts';
import workletUrl from '../workers/audio/worklet.ts?worker&url';

/** Duration of a volume change, to avoid clicks. */
const RAMP_S = 0.02;
/** Milliseconds that the processor may take to end; one audio block is 3 ms. */
const LAST_BLOCK_MS = 300;

/**
 * Firefox hangs the tab when `outputLatency` is read while an AudioWorklet runs under COOP/COEP (seen in 153); no feature detection exists.
 */
const HANGS_ON_OUTPUT_LATENCY = /\bFirefox\//.test(navigator.userAgent);

export interface RingSoundOptions {
  readonly ring: SharedArrayBuffer;
  readonly sampleRate: number;
  readonly channels: number;
  readonly metrics: Metrics;
  readonly volume: number;
  readonly muted: boolean;
  readonly onBlocked: (blocked: boolean) => void;
}

export class RingSound {
  readonly #context: AudioContext;
  readonly #gain: GainNode;
  readonly #metrics: Metrics;
  #node: AudioWorkletNode | undefined;
  #leave: (() => void) | undefined;
  #isDisposed = false;
  readonly #listening = new AbortController();

  constructor(options: RingSoundOptions) {
    this.#metrics = options.metrics;
    // The sound is not interactive: larger blocks halve the wake-ups of three threads, and the pictures follow the audible position
    // (measureLatency).
    this.#context = new AudioContext({ sampleRate: options.sampleRate, latencyHint: 'playback' });
    this.#gain = this.#context.createGain();
    this.#gain.connect(this.#context.destination);
    // Without its code the sound is not compressed.
    import('../compressor.ts')
      .then(({ compressible }) => !this.#isDisposed && (this.#leave = compressible(this.#gain)))
      .catch(() => undefined);
    this.setVolume(options.volume, options.muted);
    let wasBlocked = false;
    const follow = (): void => {
      if (this.#isDisposed) return;
      // Suspended until a gesture, or interrupted by a call or a sleep of the device (Safari).
      const isBlocked = this.#context.state !== 'running';
      this.#metrics.set('SOUND_RUNS', isBlocked || this.#node === undefined ? 0 : 1);
      this.measureLatency();
      if (isBlocked !== wasBlocked) options.onBlocked(isBlocked);
      wasBlocked = isBlocked;
    };
    this.#context.addEventListener('statechange', follow, { signal: this.#listening.signal });
    void this.#load(options).then(follow);
    // Stays pending while the browser waits for a gesture; any click on the page resumes it.
    void this.#context.resume().catch(() => undefined);
    setTimeout(follow, 300);
    for (const gesture of GESTURES) addEventListener(gesture, this.#onGesture, { capture: true, passive: true });
  }

  async #load({ ring, channels }: RingSoundOptions): Promise<void> {
    try {
      await this.#context.audioWorklet.addModule(workletUrl);
      if (this.#isDisposed) return;
      this.#node = new AudioWorkletNode(this.#context, 'footlight-ring', {
        numberOfInputs: 0,
        outputChannelCount: [Math.max(channels, 2)],
        processorOptions: { ring, channels },
      });
      this.#node.connect(this.#gain);
    } catch {
      // Without a node the pictures follow the wall clock.
    }
  }

  setVolume(volume: number, muted: boolean): void {
    this.#gain.gain.setTargetAtTime(muted ? 0 : volume, this.#context.currentTime, RAMP_S);
    if (!muted && this.#context.state !== 'running') void this.#context.resume().catch(() => undefined);
  }

  /** Stores the delay between consuming a sample and hearing it. */
  measureLatency(): void {
    const outputS = HANGS_ON_OUTPUT_LATENCY ? 0 : this.#context.outputLatency || 0;
    const seconds = outputS + (this.#context.baseLatency || 0);
    this.#metrics.set('OUTPUT_LATENCY_MS', seconds * 1_000);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#leave?.();
    for (const gesture of GESTURES) removeEventListener(gesture, this.#onGesture, { capture: true });
    this.#listening.abort();
    this.#metrics.set('SOUND_RUNS', 0);
    // A node whose processor has not ended is kept alive together with its context, and is still processed silently.
    this.#gain.gain.cancelScheduledValues(0);
    this.#gain.gain.value = 0;
    this.#node?.port.postMessage('done');
    setTimeout(() => {
      this.#node?.disconnect();
      void this.#context.close();
    }, LAST_BLOCK_MS);
  }

  readonly #onGesture = (): void => {
    if (this.#context.state !== 'running') void this.#context.resume().catch(() => undefined);
  };
}

const GESTURES = ['pointerdown', 'keydown'] as const;
