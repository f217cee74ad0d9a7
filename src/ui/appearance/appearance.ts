export type Theme = 'dark' | 'light';
/** The hand that holds the phone: the main buttons are on its side. */
export type Hand = 'right' | 'left';

/** Colour of the browser's toolbars: `--bg` of tokens.css. */
const BAR_COLOURS: Readonly<Record<Theme, string>> = { dark: '#0b0c11', light: '#f1f2f6' };

interface Look<T extends string> {
  readonly shown: () => T;
  /** A choice that equals the default is not stored, so that the page follows the default from then on. */
  readonly choose: (next: T) => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Sets the value on the root element, where the style sheets read it. */
  readonly show: () => void;
}

/** A setting of the page's appearance, in local storage under `key`; if storage is forbidden it lasts until the page is closed. */
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

/** Called before the first render, and whenever the system changes its theme. */
export function showAppearance(): void {
  theme.show();
  hand.show();

  systemIsLight.addEventListener('change', theme.show);
}
