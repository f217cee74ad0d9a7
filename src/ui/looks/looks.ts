export type Theme = 'dark' | 'light';
/** The hand that holds a phone: what is pressed stands on its side. */
export type Hand = 'right' | 'left';

/** Colour of the browser's own bars: `--bg` of tokens.css. */
const BAR_COLOURS: Readonly<Record<Theme, string>> = { dark: '#0b0c11', light: '#f1f2f6' };

interface Look<T extends string> {
  readonly shown: () => T;
  /** The value that holds without a choice is not stored: the page follows it from then on. */
  readonly choose: (next: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Puts the value on the root element, where the style sheets read it. */
  readonly show: () => void;
}

/** A choice about the looks of the page, in local storage under `key`; where storage is forbidden it lasts as long as the page. */
function look<T extends string>(key: string, values: readonly T[], unchosen: () => T, put: (value: T) => void): Look<T> {
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

const systemIsLight = matchMedia('(prefers-color-scheme: light)');

export const theme = look<Theme>(
  'footlight-theme',
  ['dark', 'light'],
  () => (systemIsLight.matches ? 'light' : 'dark'),
  (value) => {
    document.documentElement.dataset['theme'] = value;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[value]);
  },
);

export const hand = look<Hand>(
  'footlight-hand',
  ['right', 'left'],
  () => 'right',
  (value) => {
    document.documentElement.dataset['hand'] = value;
  },
);

/** Before the page is drawn, and whenever the system changes its theme. */
export function showLooks(): void {
  theme.show();
  hand.show();

  systemIsLight.addEventListener('change', theme.show);
}
