/**
 * Plays alpha videos: one canvas, one worker, one sound at a time. Created for the first effect and released IDLE_MS after the last one.
 */
import type { Failure } from '../../core/errors.ts';
import { createEffects, createResources, type EffectEvent, type EffectsRenderer } from '../../ui/page/resources.ts';

const MAX_VIDEO_BYTES = 8_388_608;
/** After this idle time the worker, canvas and context are released. */
const IDLE_MS = 30_000;

export interface EffectPlay {
  readonly id: number;
  readonly url: string;
  /** Element that the canvas is added to. */
  readonly host: HTMLElement;
  /** 0 to 1; 0: no sound. */
  readonly volume: number;
  readonly onShown: () => void;
  readonly onEnded: () => void;
  /** A failure of the resource cache, also after this effect. */
  readonly onCacheFailure: (failure: Failure) => void;
  /** The video is not drawn; the page falls back to a still effect. */
  readonly onFailed: (why: 'could not be loaded' | 'could not be drawn') => void;
}

interface Playing extends EffectPlay {
  readonly sound: HTMLAudioElement | null;
  readonly soundUrl: string;
}

interface Screen {
  readonly canvas: HTMLCanvasElement;
  readonly renderer: EffectsRenderer;
}

export class EffectStage {
  readonly #resources = createResources((failure) => this.#reportFailure(failure));
  #reportFailure: EffectPlay['onCacheFailure'] = () => undefined;
  #screen: Promise<Screen | null> | null = null;
  #playing: Playing | null = null;
  #epoch = 0;
  #idleTimer: ReturnType<typeof setTimeout> | undefined;

  /** Ends the current effect. The returned function ends the new one early. */
  play(play: EffectPlay): () => void {
    const mine = ++this.#epoch;
    this.#leave();
    this.#reportFailure = play.onCacheFailure;
    void this.#start(play, mine);
    return () => {
      if (mine !== this.#epoch) return;
      this.#epoch++;
      const isPlaying = this.#playing !== null;
      this.#leave();
      if (isPlaying) void this.#screen?.then((opened) => opened?.renderer.stop());
    };
  }

  async #start(play: EffectPlay, mine: number): Promise<void> {
    const loading = this.#resources.getResource(play.url, { maxBytes: MAX_VIDEO_BYTES });
    clearTimeout(this.#idleTimer);
    const [loaded, opened] = await Promise.all([loading, (this.#screen ??= this.#open())]);
    if (mine !== this.#epoch) return;
    if (!loaded.ok || opened === null) {
      this.#leave();
      return play.onFailed(loaded.ok ? 'could not be drawn' : 'could not be loaded');
    }
    const { canvas, renderer } = opened;
    play.host.append(canvas);
    renderer.setSize(play.host.clientWidth, play.host.clientHeight);
    const soundUrl = play.volume > 0 ? URL.createObjectURL(loaded.value) : '';
    this.#playing = { ...play, soundUrl, sound: soundUrl === '' ? null : soundOf(soundUrl, play.volume) };
    const begun = await renderer.play(play.id, loaded.value);
    if (begun.ok || mine !== this.#epoch || this.#playing === null) return undefined;
    this.#leave();
    return play.onFailed('could not be drawn');
  }

  async #open(): Promise<Screen | null> {
    const canvas = document.createElement('canvas');
    canvas.dataset['effect'] = '';
    const opened = await createEffects(canvas, (event) => this.#onEvent(event));
    if (!opened.ok) {
      // A worker that crashed or did not answer in time is started again for the next video. Missing support stays missing.
      if (opened.error.code !== 'NO_SUPPORT') this.#screen = null;
      return null;
    }
    const renderer = opened.value;
    void renderer.died.then(() => {
      this.#screen = null;
      canvas.remove();
      const lost = this.#playing;
      if (lost === null) return;
      this.#leave();
      lost.onFailed('could not be drawn');
    });
    return { canvas, renderer };
  }

  #onEvent(event: EffectEvent): void {
    if (this.#playing === null || event.id !== this.#playing.id) return;
    const { onShown, onEnded, onFailed, sound } = this.#playing;
    if (event.type === 'shown') {
      // Autoplay with sound is refused before the viewer's first click; the effect is then silent.
      sound?.play().catch(() => undefined);
      onShown();
      return;
    }
    this.#leave();
    if (event.type === 'ended') onEnded();
    else onFailed('could not be drawn');
  }

  /** Ends the current effect, playing or still loading, for any reason. The screen is released if no other one follows. */
  #leave(): void {
    const playing = this.#playing;
    playing?.sound?.pause();
    if (playing !== null && playing.soundUrl !== '') URL.revokeObjectURL(playing.soundUrl);
    this.#playing = null;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => void this.#close(), IDLE_MS);
  }

  async #close(): Promise<void> {
    const open = await this.#screen;
    if (this.#playing !== null || open === null) return;
    open.canvas.remove();
    open.renderer.terminate();
  }
}

function soundOf(url: string, volume: number): HTMLAudioElement {
  const sound = new Audio(url);
  sound.volume = Math.min(1, Math.max(0, volume));
  return sound;
}
