import { type SyntheticEvent, useState } from 'react';
import { useRoom } from '../../ui/room-context.ts';
import { formatNumber } from '../../ui/text/numbers.ts';
import css from './footer.module.css';
import shop from './panel.module.css';
import { type Receiver, MAX_LETTER_CHARS, MAX_QUANTITY, QUANTITIES, type Gift } from './rules-shop.ts';
import type { PanelProps } from '../../ui/features/panel.ts';
import { useAged } from '../../ui/features/parts/Countdown.tsx';
import { ignoreHeldEnter } from '../../ui/page/input-method.ts';
import type { ComboView, GiftsAction, GiftsView } from './rules.ts';
import type { GiftsWords } from './text.ts';

interface FooterProps extends GiftsProps {
  readonly receivers: readonly Receiver[];
  readonly chosen: Chosen | null;
}

export function Footer({ view, act, words, language, receivers, chosen }: FooterProps) {
  const { userId } = useRoom('me');
  const [quantity, setQuantity] = useState('1');
  const [receiverId, setReceiverId] = useState(receivers[0]?.userId ?? 0);
  const [letter, setLetter] = useState('');
  const count = Number(quantity);
  const gift = chosen?.gift;
  const hasLetter = gift?.hasLetter === true;

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (chosen === null) return;
    act({ type: 'send', request: { giftId: chosen.gift.id, from: chosen.from, count, receiverId, letter } });
  };

  return (
    <form className={css.footer} onSubmit={submit} noValidate>
      {hasLetter && <Letter letter={letter} setLetter={setLetter} words={words} />}
      <p className={css.balance}>
        {userId === 0 ? (
          <button type="button" className={shop.ghost} onClick={() => act({ type: 'login' })}>
            {words.login}
          </button>
        ) : (
          <>
            <span className={shop.quiet}>{words.balance}</span>
            <b>
              <i className={shop.coin} />
              {view.wallet === null ? '–' : formatNumber(view.wallet.balance, language)}
            </b>
          </>
        )}
      </p>
      {receivers.length > 1 && (
        <label className={css.receiver}>
          <span className={shop.quiet}>{words.receiver}</span>
          <select className="text-field" value={receiverId} onChange={(event) => setReceiverId(Number(event.currentTarget.value))}>
            {receivers.map((one) => (
              <option key={one.userId} value={one.userId}>
                {one.name}
              </option>
            ))}
          </select>
        </label>
      )}
      <Quantity quantity={quantity} setQuantity={setQuantity} words={words} />
      <div className={css.buttons}>
        {chosen?.from === 'coins' && count > 1 && Number.isSafeInteger(count * chosen.gift.price) && (
          <span className={css.total}>{words.total(count * chosen.gift.price)}</span>
        )}
        {view.combo !== null && <ComboButton combo={view.combo} act={act} words={words} />}
        <button
          type="submit"
          className={`main-action ${css.send}`}
          disabled={chosen === null}
          aria-label={gift === undefined ? words.pick : words.sendNamed(gift.name, count)}
          data-pending={view.pending > 0 || undefined}
        >
          {words.send}
        </button>
      </div>
    </form>
  );
}

interface LetterProps extends Pick<GiftsProps, 'words'> {
  readonly letter: string;
  readonly setLetter: (letter: string) => void;
}

function Letter({ letter, setLetter, words }: LetterProps) {
  return (
    <label className={css.letter}>
      <span className="unseen">{words.letter}</span>
      <input
        className="text-field"
        value={letter}
        maxLength={MAX_LETTER_CHARS}
        placeholder={words.letter}
        aria-describedby="gift-letter-left"
        onChange={(event) => setLetter(event.currentTarget.value)}
      />
      <span id="gift-letter-left" className={shop.quiet}>
        {words.letterLeft(MAX_LETTER_CHARS - letter.length)}
      </span>
    </label>
  );
}

interface QuantityProps extends Pick<GiftsProps, 'words'> {
  /** As typed; the room worker rejects an empty or too large number. */
  readonly quantity: string;
  readonly setQuantity: (quantity: string) => void;
}

function Quantity({ quantity, setQuantity, words }: QuantityProps) {
  return (
    <fieldset className={css.quantity}>
      <legend className="unseen">{words.quantity}</legend>
      {QUANTITIES.map((offered) => (
        <button
          key={offered}
          type="button"
          className={css.preset}
          aria-pressed={Number(quantity) === offered}
          aria-label={words.quantityPreset(offered)}
          onClick={() => setQuantity(String(offered))}
        >
          {offered}
        </button>
      ))}
      <input
        className={`text-field ${css.number}`}
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_QUANTITY}
        aria-label={words.quantity}
        value={quantity}
        onChange={(event) => setQuantity(event.currentTarget.value)}
      />
    </fieldset>
  );
}

export type GiftsProps = PanelProps<GiftsView, GiftsAction, GiftsWords>;

/** The selected gift, from the shop or from the package. */
export interface Chosen {
  readonly gift: Gift;
  readonly from: 'coins' | 'bag';
}

function Ring({ sinceMs }: { readonly sinceMs: number }) {
  const style = useAged(sinceMs);
  return (
    <svg className={shop.ring} viewBox="0 0 64 64" aria-hidden="true">
      <circle cx="32" cy="32" r="29" style={style} />
    </svg>
  );
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
      className={shop.combo}
      aria-label={words.comboNamed(combo.gift.name, combo.presses)}
      data-combo={combo.presses}
      onKeyDown={ignoreHeldEnter}
      onClick={() => act({ type: 'combo' })}
    >
      <Ring key={combo.sinceMs} sinceMs={combo.sinceMs} />
      <b>{words.combo}</b>
      <span>×{combo.presses}</span>
    </button>
  );
}
