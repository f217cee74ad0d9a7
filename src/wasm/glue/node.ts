/**
 * A module of Node itself. Not loaded by import(): bundlers for browsers follow it and fail on `node:` addresses even if they are never
 * reached.
 */
export function nodeModule(name: string): unknown {
  const { process } = globalThis as unknown as { process: { getBuiltinModule(name: string): unknown } };
  return process.getBuiltinModule(name);
}
