import { useEffect, useState } from 'react';

import { Icon } from '../../design/icons/Icon.tsx';
import { useFeature, useRoom, useRoomContext } from '../../ui/room-context.ts';
import { formatNumber } from '../../ui/text/numbers.ts';
import { useLanguage } from '../../ui/text/text.ts';
import { type Chosen, type GiftsProps, Footer } from './footer.tsx';

import { walkTabs } from '../../ui/overlays/Menu.tsx';
import css from './panel.module.css';
import type { BagItem, Catalogue, Gift, Wallet } from './rules-shop.ts';
import type { GiftsWords } from './text.ts';

const BAG = 'bag';
export function Shop(props: GiftsProps) {
  const { view, act, words } = props;
  const { shop } = view;
  return (
    <>
      <header className={css.head}>
        <h2 className={css.title}>{words.title}</h2>
        <EffectsSwitch words={words} />
        <button type="button" className="icon-button" aria-label={words.close} onClick={() => act({ type: 'close' })}>
          <Icon name="close" size={18} />
        </button>
      </header>
      {shop.name === 'loading' && <p className={css.empty}>{words.loading}</p>}
      {shop.name === 'failed' && <Failed words={words} onRetry={() => act({ type: 'entry' })} />}
      {shop.name === 'ready' && <Counter {...props} catalogue={shop.catalogue} />}
    </>
  );
}

function Failed({ words, onRetry }: { readonly words: GiftsWords; readonly onRetry: () => void }) {
  return (
    <div className={css.empty} role="alert">
      <p>{words.failed}</p>
      <button type="button" className={css.ghost} onClick={onRetry}>
        {words.retry}
      </button>
    </div>
  );
}

/** Switch of the feature gift-effects: full-screen effects, or banners only. */
function EffectsSwitch({ words }: { readonly words: GiftsWords }) {
  const { act } = useRoomContext();
  const effects = useFeature('gift-effects');
  // Wakes the feature, so that it reports its setting.
  useEffect(() => act({ type: 'feature', feature: 'gift-effects', action: { type: 'wake' } }), [act]);
  if (effects?.name === 'off') return null;
  const view: unknown = effects?.name === 'shown' ? effects.view : null;
  const isOn = !(typeof view === 'object' && view !== null && 'isOn' in view && view.isOn === false);
  return (
    <label className={css.switch}>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) =>
          act({ type: 'feature', feature: 'gift-effects', action: { type: 'switch', isOn: event.currentTarget.checked } })
        }
      />
      <span>{words.effects}</span>
    </label>
  );
}

function Counter(props: GiftsProps & { readonly catalogue: Catalogue }) {
  const { view, words, catalogue } = props;
  const [tab, setTab] = useState(catalogue.tabs[0]?.id ?? BAG);
  const [chosen, setChosen] = useState<Chosen | null>(() => first(catalogue));
  const tabs = [...catalogue.tabs.map(({ id, name }) => ({ id, name })), { id: BAG, name: words.bag }];
  const shown = catalogue.tabs.find(({ id }) => id === tab);
  return (
    <>
      <div className={css.tabs} role="tablist" tabIndex={-1} aria-label={words.title} onKeyDown={walkTabs}>
        {tabs.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            role="tab"
            className={css.tab}
            aria-selected={id === tab}
            tabIndex={id === tab ? 0 : -1}
            onClick={() => setTab(id)}
          >
            {name}
            {id === BAG && view.wallet !== null && view.wallet.bag.length > 0 && <i className={css.dot} />}
          </button>
        ))}
      </div>
      <div className={css.shelf} role="tabpanel" aria-label={tabs.find(({ id }) => id === tab)?.name} tabIndex={-1}>
        {tab === BAG ? (
          <Bag {...props} chosen={chosen} onChoose={setChosen} />
        ) : (
          shown?.gifts.map((gift) => (
            <GiftButton
              key={gift.id}
              gift={gift}
              wallet={view.wallet}
              words={words}
              owned={null}
              isChosen={chosen?.from === 'coins' && chosen.gift.id === gift.id}
              onChoose={() => setChosen({ gift, from: 'coins' })}
            />
          ))
        )}
      </div>
      <Footer {...props} receivers={catalogue.receivers} chosen={stillThere(chosen, view.wallet)} />
    </>
  );
}

const first = ({ tabs }: Catalogue): Chosen | null => {
  const gift = tabs[0]?.gifts[0];
  return gift === undefined ? null : { gift, from: 'coins' };
};

/** Null if the chosen gift is no longer in the package, for example after its last piece was given. */
const stillThere = (chosen: Chosen | null, wallet: Wallet | null): Chosen | null =>
  chosen?.from === 'bag' && wallet?.bag.every(({ gift }) => gift.id !== chosen.gift.id) !== false ? null : chosen;

function Bag({
  view,
  act,
  words,
  chosen,
  onChoose,
}: GiftsProps & { readonly chosen: Chosen | null; readonly onChoose: (chosen: Chosen) => void }) {
  const { userId } = useRoom('me');
  if (userId === 0)
    return (
      <div className={css.empty}>
        <p>{words.bagGuest}</p>
        <button type="button" className={css.ghost} onClick={() => act({ type: 'login' })}>
          {words.login}
        </button>
      </div>
    );
  const bag: readonly BagItem[] = view.wallet?.bag ?? [];
  if (view.wallet === null && view.hasWalletFailed) return <Failed words={words} onRetry={() => act({ type: 'retry-wallet' })} />;
  if (bag.length === 0) return <p className={css.empty}>{view.wallet === null ? words.loading : words.bagEmpty}</p>;
  return bag.map(({ gift, count }) => (
    <GiftButton
      key={gift.id}
      gift={gift}
      wallet={view.wallet}
      words={words}
      owned={count}
      isChosen={chosen?.from === 'bag' && chosen.gift.id === gift.id}
      onChoose={() => onChoose({ gift, from: 'bag' })}
    />
  ));
}

interface GiftButtonProps {
  readonly gift: Gift;
  readonly wallet: Wallet | null;
  readonly words: GiftsWords;
  /** null: bought with coins. */
  readonly owned: number | null;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function GiftButton({ gift, wallet, words, owned, isChosen, onChoose }: GiftButtonProps) {
  const { richLevel } = useRoom('me');
  const language = useLanguage();
  const needsLevel = gift.minLevel > richLevel;
  const needsGuard = gift.isGuardOnly && wallet?.isGuard === false;
  const price = owned === null ? words.coins(gift.price) : words.ownedNamed(owned);
  const locks = [needsLevel && words.levelLock(gift.minLevel), gift.isGuardOnly && words.guardOnly].filter((lock) => lock !== false);
  return (
    <button
      type="button"
      className={css.gift}
      aria-pressed={isChosen}
      aria-label={[gift.name, price, ...locks].join(' ')}
      data-gift={gift.id}
      data-locked={needsLevel || needsGuard || undefined}
      onClick={onChoose}
    >
      <span className={css.picture}>
        {gift.iconUrl === '' ? (
          <Icon name="gift" size={30} />
        ) : (
          <img src={gift.iconUrl} alt="" width={44} height={44} loading="lazy" referrerPolicy="no-referrer" />
        )}
        {(needsLevel || needsGuard) && (
          <span className={css.lock}>
            <Icon name="lock" size={14} />
          </span>
        )}
      </span>
      <span className={`cut ${css.name}`}>{gift.name}</span>
      <span className={css.price}>
        {owned === null && <i className={css.coin} />}
        {owned === null ? formatNumber(gift.price, language) : words.owned(owned)}
      </span>
      <Mark gift={gift} words={words} needsLevel={needsLevel} />
    </button>
  );
}

/** One badge in the corner: the most important property of the gift. */
function Mark({ gift, words, needsLevel }: { readonly gift: Gift; readonly words: GiftsWords; readonly needsLevel: boolean }) {
  if (needsLevel) return <span className={css.mark}>{words.levelOnly(gift.minLevel)}</span>;
  if (gift.isGuardOnly)
    return (
      <span className={css.mark} data-kind="guard">
        {words.guardOnly}
      </span>
    );
  if (gift.isLucky)
    return (
      <span className={css.mark} data-kind="lucky">
        {words.lucky}
      </span>
    );
  return gift.hasLetter ? <span className={css.mark}>{words.letterMark}</span> : null;
}
