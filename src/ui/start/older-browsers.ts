/** DOM features that the page uses and Chrome 80 lacks; loaded only if they are missing (main.ts). */
import { addMissing, addMembers } from '../../player/base/older-browsers.ts';

interface CountsOfWebKit {
  readonly webkitDecodedFrameCount?: number;
  readonly webkitDroppedFrameCount?: number;
}

export function addMissingToPage(): void {
  addMissing();
  // Chrome 86.
  addMembers(Element.prototype, {
    replaceChildren(this: Element, ...children: Node[]) {
      this.textContent = '';
      this.append(...children);
    },
  });
  // Not in every build of Chrome 80.
  addMembers(HTMLVideoElement.prototype, {
    getVideoPlaybackQuality(this: CountsOfWebKit) {
      return { totalVideoFrames: this.webkitDecodedFrameCount ?? 0, droppedVideoFrames: this.webkitDroppedFrameCount ?? 0 };
    },
  });
  // Chrome 103.
  addMembers(AbortSignal, {
    timeout(ms: number) {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), ms);
      return controller.signal;
    },
  });
}
