/** `<footlight-player>` in TSX of React 19: `import '@footlight/player/react'` defines the element and its attributes. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { FootlightPlayerAttributes, FootlightPlayerElement } from './player/package/element.js';

export * from './player/package/element.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'footlight-player': DetailedHTMLProps<HTMLAttributes<FootlightPlayerElement>, FootlightPlayerElement> & FootlightPlayerAttributes;
    }
  }
}
