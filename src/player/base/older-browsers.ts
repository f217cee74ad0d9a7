/**
 * Adds the language features that the code uses and Chrome 80 lacks, the oldest browser that plays H265 (P22). The `lib` of the threads'
 * tsconfig.json contains these features and nothing newer, so that any other missing feature fails to compile.
 */
type Members = Readonly<Record<string, (this: never, ...args: never[]) => unknown>>;

/** Adds the members that are missing. */
export function addMembers(to: object, members: Members): void {
  for (const [name, value] of Object.entries(members))
    if (!(name in to)) Object.defineProperty(to, name, { value, writable: true, configurable: true });
}

type Indexed<T> = ArrayLike<T>;

function at<T>(this: Indexed<T>, index: number): T | undefined {
  const whole = Math.trunc(index) || 0;
  return this[whole < 0 ? whole + this.length : whole];
}

function findLastIndex<T>(this: Indexed<T>, holds: (value: T, index: number, all: Indexed<T>) => unknown): number {
  let index = this.length;
  while (--index >= 0 && !holds(this[index]!, index, this));
  return index;
}

/** ES2021 to ES2023; a browser with the newest of them has all. */
export function addMissing(): void {
  if ('with' in Array.prototype) return;
  const typed: object = Object.getPrototypeOf(Uint8Array.prototype);
  for (const to of [Array.prototype, typed]) {
    addMembers(to, {
      at,
      findLastIndex,
      findLast<T>(this: Indexed<T>, holds: (value: T, index: number, all: Indexed<T>) => unknown) {
        return this[findLastIndex.call(this, holds as never)];
      },
      toSorted<T>(this: T[], compare?: (a: T, b: T) => number) {
        return this.slice().sort(compare);
      },
      toReversed<T>(this: T[]) {
        return this.slice().reverse();
      },
      with<T>(this: T[], index: number, value: T) {
        const copy = this.slice();
        copy[index < 0 ? index + copy.length : index] = value;
        return copy;
      },
    });
  }
  addMembers(Array.prototype, {
    toSpliced<T>(this: T[], start: number, count: number, ...values: T[]) {
      const copy = this.slice();
      copy.splice(start, count, ...values);
      return copy;
    },
  });
  addMembers(String.prototype, {
    at,
    replaceAll(this: string, what: string | RegExp, by: string) {
      return typeof what === 'string' ? this.split(what).join(by) : this.replace(what, by);
    },
  });
  addMembers(Object, { hasOwn: (of: object, name: PropertyKey) => Object.prototype.hasOwnProperty.call(of, name) });
}
