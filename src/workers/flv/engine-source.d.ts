/** Of the sources that mpegts.js brings, which its types do not name (tsconfig.json leads here): the worker's half. */
export default function runEngine(scope: typeof globalThis): void;
