import { pageSetting } from './page-setting.ts';

export type Theme = 'dark' | 'light';

/** Colour of the browser's toolbars: `--bg` of tokens.css. */
const BAR_COLOURS: Readonly<Record<Theme, string>> = { dark: '#0b0c11', light: '#f1f2f6' };

const systemIsLight = matchMedia('(prefers-color-scheme: light)');

/** Theme of every page. Without a choice it is the system's. */
export const theme = pageSetting<Theme>(
  'footlight-theme',
  ['dark', 'light'],
  () => (systemIsLight.matches ? 'light' : 'dark'),
  (value) => {
    document.documentElement.dataset['theme'] = value;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BAR_COLOURS[value]);
  },
);

/** Called before the first render. */
export function showTheme(): void {
  theme.show();
  systemIsLight.addEventListener('change', theme.show);
}
