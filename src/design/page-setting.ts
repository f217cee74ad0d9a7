export interface PageSetting<T extends string> {
  readonly shown: () => T;
  /** A choice that equals the default is not stored, so that the page follows the default from then on. */
  readonly choose: (next: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Applies the value, for example to the root element, where the style sheets read it. */
  readonly show: () => void;
}

/** A setting of the page alone, in local storage under `key`; if storage is forbidden it lasts until the page is closed. */
export function pageSetting<T extends string>(
  key: string,
  values: readonly T[],
  unchosen: () => T,
  put: (value: T) => void,
): PageSetting<T> {
  const listeners = new Set<() => void>();
  let chosen = values.find((value) => value === read(key)) ?? null;
  const shown = (): T => chosen ?? unchosen();
  const show = (): void => {
    put(shown());
    for (const listener of listeners) listener();
  };
  return {
    shown,
    show,
    choose(next) {
      chosen = next === unchosen() ? null : next;
      write(key, chosen);
      show();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is forbidden.
  }
}
