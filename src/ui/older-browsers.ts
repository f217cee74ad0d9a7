/** What the page uses of the document and Chrome 80 has not; loaded only where it is missing (main.ts). */
import { addMissing } from '../core/older-browsers.ts';

interface CountsOfWebKit {
  readonly webkitDecodedFrameCount?: number;
  readonly webkitDroppedFrameCount?: number;
}

export function addMissingToPage(): void {
  addMissing();
  // Chrome 86.
  Element.prototype.replaceChildren ??= function replaceChildren(this: Element, ...children) {
    this.textContent = '';
    this.append(...children);
  };
  // Not in every build of Chrome 80.
  HTMLVideoElement.prototype.getVideoPlaybackQuality ??= function getVideoPlaybackQuality(this: HTMLVideoElement & CountsOfWebKit) {
    const totalVideoFrames = this.webkitDecodedFrameCount ?? 0;
    const droppedVideoFrames = this.webkitDroppedFrameCount ?? 0;
    return { creationTime: performance.now(), totalVideoFrames, droppedVideoFrames, corruptedVideoFrames: 0 } as VideoPlaybackQuality;
  };
  // Chrome 103.
  AbortSignal.timeout ??= (ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
  };
}
