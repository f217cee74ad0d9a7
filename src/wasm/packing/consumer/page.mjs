import { run } from './app.mjs';

const response = await fetch('/clip.mp4');
const assets = new URLSearchParams(location.search).get('assets');
globalThis.result = await run(new Uint8Array(await response.arrayBuffer()), assets ? { assets } : {}).catch((error) => ({
  failure: String(error),
}));
