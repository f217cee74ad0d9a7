/** Everything in one file, for a page without a bundler: `footlight-player.mjs` and, as the global `FootlightPlayer`, `footlight-player.js`. */
export * from './index.ts';
export { FootlightPlayerElement } from './element.ts';
