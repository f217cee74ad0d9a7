import { fieldsOf, readJson } from './backend/json.ts';
import type { PushedMessage } from './control.ts';
import { LIVE_STATUS } from './sessions/broadcasts.ts';
import { PLAYERS } from '../src/player/kinds/player-registry.ts';
import { createReporter } from '../src/player/page-player.ts';
import type { PlayerEvent, PlayerProgress } from '../src/player/rules/contract.ts';
import type { PageCondition } from './scenario.ts';

/** Live status as set by pushes of the developer's panel: later answers of the calls contain it too. */

const PATH = /^\{live\}\/room\/\d{1,12}\/(?:info|addresses)$/;

export function createLiveSwitch() {
  let status: 0 | 1 | null = null;
  /** Each restart of the broadcast is a new stream. */
  let streams = 0;
  return {
    onPush({ id, body }: PushedMessage): void {
      if (id !== LIVE_STATUS) return;
      const next = Reflect.get(body, 'status') === 1 ? 1 : 0;
      if (next === 1 && status === 0) streams++;
      status = next;
    },
    /** The body of an answer to `path` with the current status. */
    apply(path: string, body: string): string {
      if (status === null || !PATH.test(path)) return body;
      const answer = fieldsOf(readJson(body));
      if (answer['data'] === undefined) return body;
      const data = fieldsOf(answer['data']);
      const sid = typeof data['sid'] === 'string' && streams > 0 ? { sid: `${data['sid']}-${streams}` } : {};
      return JSON.stringify({ ...answer, data: { ...data, status, ...sid } });
    },
  };
}

/** Removes or changes capabilities of this browser before the room detects them. */
export function applyConditions(conditions: readonly PageCondition[]): void {
  for (const condition of conditions) APPLY[condition]();
}

const APPLY: Readonly<Record<PageCondition, () => void>> = {
  'no-shared-memory': () => {
    Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
    Object.defineProperty(globalThis, 'crossOriginIsolated', { value: false, configurable: true });
  },
  'no-media-source': () => {
    Reflect.deleteProperty(globalThis, 'MediaSource');
    Reflect.deleteProperty(globalThis, 'ManagedMediaSource');
  },
  'no-frame-callback': () => {
    Reflect.deleteProperty(HTMLVideoElement.prototype, 'requestVideoFrameCallback');
  },
  'no-picture-in-picture': () => {
    for (const name of ['pictureInPictureEnabled', 'pictureInPictureElement', 'exitPictureInPicture'])
      Reflect.deleteProperty(Document.prototype, name);
    Reflect.deleteProperty(HTMLVideoElement.prototype, 'requestPictureInPicture');
  },
  safari: () =>
    callItself('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15'),
  'chrome-79': () => callItself('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.88 Safari/537.36'),
  /** Reports support for H265 and creates a buffer for it. It does not play: the buffer accepts H264 only. */
  'claims-hevc': () => {
    const isHevc = (type: string): boolean => /hvc1|hev1/.test(type);
    const isTypeSupported = MediaSource.isTypeSupported.bind(MediaSource);
    MediaSource.isTypeSupported = (type) => isHevc(type) || isTypeSupported(type);
    // oxlint-disable-next-line typescript/unbound-method -- called with `this` below
    const { addSourceBuffer } = MediaSource.prototype;
    MediaSource.prototype.addSourceBuffer = function make(this: MediaSource, type: string) {
      return addSourceBuffer.call(this, isHevc(type) ? 'video/mp4; codecs="avc1.42E01E"' : type);
    };
  },
  'negative-position': () => {
    const position = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime')!;
    let first: { readonly source: unknown; readonly sinceMs: number } | null = null;
    Object.defineProperty(HTMLMediaElement.prototype, 'currentTime', {
      ...position,
      get(this: HTMLMediaElement) {
        const positionS = Number(position.get?.call(this));
        const source = this.srcObject ?? this.src;
        if (first === null && positionS > 0) first = { source, sinceMs: performance.now() };
        const isBroken = first !== null && source === first.source && performance.now() - first.sinceMs > NEGATIVE_AFTER_MS;
        return isBroken ? -0.5 : positionS;
      },
    });
  },
  'negative-sound': () => measure({ audioS: -1 }),
  'sound-apart': () => measure({ audioS: 30, videoS: 5 }),
  'no-offscreen-canvas': () => {
    Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
  },
  'no-audio-decoder': () => {
    Reflect.deleteProperty(globalThis, 'AudioDecoder');
  },
  /** Emulates the autoplay policy: sound only after a user activation. */
  'no-autoplay': () => {
    let isActivated = false;
    const activate = (event: Event): void => {
      if (event.isTrusted) isActivated = true;
    };
    for (const type of ['pointerup', 'keydown']) addEventListener(type, activate, { capture: true });
    // oxlint-disable-next-line typescript/unbound-method -- called with `this` below
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function refuse(this: HTMLMediaElement) {
      if (isActivated || this.muted || this.volume === 0) return play.call(this);
      return Promise.reject(new DOMException('play() can only be initiated by a user gesture', 'NotAllowedError'));
    };
    // oxlint-disable-next-line typescript/unbound-method -- called with `this` below
    const resume = AudioContext.prototype.resume;
    AudioContext.prototype.resume = function wait(this: AudioContext) {
      return isActivated ? resume.call(this) : new Promise<void>(() => undefined);
    };
  },
};

const NEGATIVE_AFTER_MS = 2_000;

function callItself(userAgent: string): void {
  Object.defineProperty(navigator, 'userAgent', { value: userAgent, configurable: true });
}

/**
 * Overrides the player's own measurements before its machine receives them, because no engine on a <video> can be made to measure its audio
 * wrongly.
 */
function measure(wrong: Partial<PlayerProgress>): void {
  for (const [kind, load] of Object.entries(PLAYERS)) {
    const loadWrong: typeof load = async () => {
      const open = await load();
      const change = (event: PlayerEvent): PlayerEvent =>
        event.type === 'progress' ? { ...event, progress: { ...event.progress, ...wrong } } : event;
      return (start) => open({ ...start, report: createReporter(start.epoch, (event) => start.report.emit(change(event))) });
    };
    Reflect.set(PLAYERS, kind, loadWrong);
  }
}
