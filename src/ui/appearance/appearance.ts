import { pageSetting } from '../../design/page-setting.ts';
import { showTheme } from '../../design/theme.ts';

/** The hand that holds the phone: the main buttons are on its side. */
export type Hand = 'right' | 'left';

export const hand = pageSetting<Hand>(
  'footlight-hand',
  ['right', 'left'],
  () => 'right',
  (value) => {
    document.documentElement.dataset['hand'] = value;
  },
);

/** Called before the first render. */
export function showAppearance(): void {
  showTheme();
  hand.show();
}
