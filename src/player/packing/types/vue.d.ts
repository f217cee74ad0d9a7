/** `<footlight-player>` in templates of Vue 3: `import '@footlight/player/vue'` defines the element and its attributes. */
import type { DefineComponent } from 'vue';
import type { FootlightPlayerAttributes } from './player/package/element.js';

export * from './player/package/element.js';

declare module 'vue' {
  interface GlobalComponents {
    'footlight-player': DefineComponent<FootlightPlayerAttributes>;
  }
}
