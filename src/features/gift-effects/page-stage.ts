/**
 * Plays alpha videos: one canvas, one worker, one sound at a time. Created for the first effect and released IDLE_MS after the last one.
 */
import type { Failure } from '../../core/errors.ts';
import { createEffects, createResources, type EffectEvent, type EffectsRenderer, type Resources } from '../../ui/page/resources.ts';

/** Maximum size of one alpha video. */
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

export interface EffectStage {
  /** Ends the current effect. The returned function ends the new one early. */
  play(play: EffectPlay): () => void;
}

interface Playing extends EffectPlay {
  readonly sound: HTMLAudioElement | null;
  readonly soundUrl: string;
}

interface Screen {
  readonly canvas: HTMLCanvasElement;
  readonly renderer: EffectsRenderer;
}

// Long: the current effect, its canvas and the idle timer are one state that each inner function changes.
export function createEffectStage(): EffectStage {
  let reportFailure: EffectPlay['onCacheFailure'] = () => undefined;
  const resources: Resources = createResources((failure) => reportFailure(failure));
  let screen: Promise<Screen | null> | null = null;
  let playing: Playing | null = null;
  let epoch = 0;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  function onEvent(event: EffectEvent): void {
    if (playing === null || event.id !== playing.id) return;
    const { onShown, onEnded, onFailed, sound } = playing;
    if (event.type === 'shown') {
      // Autoplay with sound is refused before the viewer's first click; the effect is then silent.
      sound?.play().catch(() => undefined);
      onShown();
      return;
    }
    leave();
    if (event.type === 'ended') onEnded();
    else onFailed('could not be drawn');
  }

  function openScreen(): Promise<Screen | null> {
    clearTimeout(idleTimer);
    const opening = (screen ??= open());
    return opening;
  }

  async function open(): Promise<Screen | null> {
    const canvas = document.createElement('canvas');
    canvas.dataset['effect'] = '';
    const opened = await createEffects(canvas, onEvent);
    if (!opened.ok) {
      // A worker that crashed or did not answer in time is started again for the next video. Missing support stays missing.
      if (opened.error.code !== 'NO_SUPPORT') screen = null;
      return null;
    }
    const renderer = opened.value;
    void renderer.died.then(() => {
      screen = null;
      canvas.remove();
      const lost = playing;
      if (lost === null) return;
      leave();
      lost.onFailed('could not be drawn');
    });
    return { canvas, renderer };
  }

  /** Ends the current effect, playing or still loading, for any reason. The screen is released if no other one follows. */
  function leave(): void {
    playing?.sound?.pause();
    if (playing !== null && playing.soundUrl !== '') URL.revokeObjectURL(playing.soundUrl);
    playing = null;
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => void close(), IDLE_MS);
  }

  async function close(): Promise<void> {
    const open = await screen;
    if (playing !== null || open === null) return;
    open.canvas.remove();
    open.renderer.terminate();
  }

  async function start(play: EffectPlay, mine: number): Promise<void> {
    const [loaded, opened] = await Promise.all([resources.getResource(play.url, { maxBytes: MAX_VIDEO_BYTES }), openScreen()]);
    if (mine !== epoch) return;
    if (!loaded.ok || opened === null) {
      leave();
      return play.onFailed(loaded.ok ? 'could not be drawn' : 'could not be loaded');
    }
    const { canvas, renderer } = opened;
    play.host.append(canvas);
    renderer.setSize(play.host.clientWidth, play.host.clientHeight);
    const soundUrl = play.volume > 0 ? URL.createObjectURL(loaded.value) : '';
    playing = { ...play, soundUrl, sound: soundUrl === '' ? null : soundOf(soundUrl, play.volume) };
    const begun = await renderer.play(play.id, loaded.value);
    if (begun.ok || mine !== epoch || playing === null) return undefined;
    leave();
    return play.onFailed('could not be drawn');
  }

  return {
    play(play) {
      const mine = ++epoch;
      leave();
      reportFailure = play.onCacheFailure;
      void start(play, mine);
      return () => {
        if (mine !== epoch) return;
        epoch++;
        const isPlaying = playing !== null;
        leave();
        if (isPlaying) void screen?.then((opened) => opened?.renderer.stop());
      };
    },
  };
}

function soundOf(url: string, volume: number): HTMLAudioElement {
  const sound = new Audio(url);
  sound.volume = Math.min(1, Math.max(0, volume));
  return sound;
}
