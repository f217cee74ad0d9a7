/** Proves at compile time that every member of a union was handled; throws if a value lied about its type. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
