/** `<footlight-player>` in TSX of Preact 10: `import '@footlight/player/preact'` defines the element and its attributes. */
import type { HTMLAttributes } from 'preact';
import type { FootlightPlayerAttributes, FootlightPlayerElement } from './player/package/element.js';

export * from './player/package/element.js';

declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'footlight-player': HTMLAttributes<FootlightPlayerElement> & FootlightPlayerAttributes;
    }
  }
}
