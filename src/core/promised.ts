export interface Promised<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

export function promised<T>(): Promised<T> {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
