/**
 * A module of Node itself. Not by import(): bundlers for browsers follow those, and fail on `node:` addresses even where they are never reached.
 */
export function nodeModule(name: string): unknown {
  const { process } = globalThis as unknown as { process: { getBuiltinModule(name: string): unknown } };
  return process.getBuiltinModule(name);
}
