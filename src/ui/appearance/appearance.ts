import { pageSetting } from '../page/page-setting.ts';

export type Theme = 'dark' | 'light';
/** The hand that holds the phone: the main buttons are on its side. */
export type Hand = 'right' | 'left';

/** Colour of the browser's toolbars: `--bg` of tokens.css. */
const BAR_COLOURS: Readonly<Record<Theme, string>> = { dark: '#0b0c11', light: '#f1f2f6' };

const systemIsLight = matchMedia('(prefers-color-scheme: light)');

export const theme = pageSetting<Theme>(
  'footlight-theme',
  ['dark', 'light'],
  () => (systemIsLight.matches ? 'light' : 'dark'),
  (value) => {
    document.documentElement.dataset['theme'] = value;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[value]);
  },
);

export const hand = pageSetting<Hand>(
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
