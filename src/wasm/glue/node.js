/**
 * A module of Node itself. Not by import(): bundlers for browsers follow those, and fail on `node:` addresses even where they are never reached.
 */
export function nodeModule(name) {
    const { process } = globalThis;
    return process.getBuiltinModule(name);
}
