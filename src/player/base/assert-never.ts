/** Proves at compile time that every member of a union is handled; throws if a value does not match its type. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
