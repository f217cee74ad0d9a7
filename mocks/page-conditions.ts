import type { PageCondition } from './scenarios.ts';

/** Makes this browser one that cannot do something, before the room asks what it can. */
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
  /** As browsers do: sound only after the viewer did something on the page. */
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
