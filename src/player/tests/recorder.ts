/** One call of a part, by the part's name and the member's: `stats.emit`. */
export type Call = readonly [name: string, ...values: unknown[]];

/** Fakes of the room's parts that record each call in one list, so that a test compares what one event causes, in order. */
export function recorder() {
  const calls: Call[] = [];
  const record =
    (name: string) =>
    (...values: unknown[]): void =>
      void calls.push([name, ...values]);
  /** Every member is a function that records its call; members of `real` are used as they are. */
  const part = <Part extends object>(name: string, real: Partial<Part> = {}): Part => {
    const get = (given: object, member: string | symbol): unknown =>
      member in given ? Reflect.get(given, member) : record(`${name}.${String(member)}`);
    return new Proxy(real, { get }) as Part;
  };
  return {
    calls,
    record,
    part,
    /** The calls since the last time. */
    taken: (): readonly Call[] => calls.splice(0),
  };
}
