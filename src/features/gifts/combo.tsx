import type { PanelProps } from '../../ui/features/panel.ts';
import { ignoreHeldEnter } from '../../ui/page/held-key.ts';
import css from './panel.module.css';
import type { Gift } from './rules-catalogue.ts';
import type { ComboView, GiftsAction, GiftsView } from './rules.ts';
import type { GiftsWords } from './text.zh-CN.ts';

export type GiftsProps = PanelProps<GiftsView, GiftsAction, GiftsWords>;

/** The selected gift, from the shop or from the package. */
export interface Chosen {
  readonly gift: Gift;
  readonly from: 'coins' | 'bag';
}

/** The ring around the button empties while the combo lasts; a press restarts it. */
export function ComboButton({
  combo,
  act,
  words,
}: {
  readonly combo: ComboView;
  readonly act: (action: GiftsAction) => void;
  readonly words: GiftsWords;
}) {
  return (
    <button
      type="button"
      className={css.combo}
      aria-label={words.comboNamed(combo.gift.name, combo.presses)}
      data-combo={combo.presses}
      onKeyDown={ignoreHeldEnter}
      onClick={() => act({ type: 'combo' })}
    >
      <svg key={combo.untilMs} className={css.ring} viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r="29" />
      </svg>
      <b>{words.combo}</b>
      <span>×{combo.presses}</span>
    </button>
  );
}
