/** Types for a source file of mpegts.js that its own types omit (mapped in tsconfig.json): the worker half of the engine. */
export default function runEngine(scope: typeof globalThis): void;
