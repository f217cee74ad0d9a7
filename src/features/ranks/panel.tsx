import type { PanelProps } from '../../ui/features/panel.ts';
import { Countdown } from '../../ui/features/parts/Countdown.tsx';
import { Skeleton, Modal } from '../../ui/overlays/Modal.tsx';
import { Avatar, MysticPortrait } from '../../ui/room/Avatar.tsx';
import { useRoomContext } from '../../ui/room-context.ts';
import { formatCount } from '../../ui/text/numbers.ts';
import { formatDuration } from '../../ui/text/text.ts';
import css from './panel.module.css';
import { PERIODS, type RanksAction, type RanksView } from './room.ts';
import type { RanksWords } from './text.ts';

/** The chosen list, and the viewer's own place in the footer. */
export default function RanksPanel({ view, act, words, language }: PanelProps<RanksView, RanksAction, RanksWords>) {
  const { which } = view;
  return (
    <Modal title={words.title} onClose={() => act({ type: 'close' })}>
      <div className={css.ranks} data-feature="ranks">
        <div className={css.tabs} role="group" aria-label={words.kind}>
          {view.kinds.map((kind) => (
            <button
              key={kind}
              type="button"
              className={css.tab}
              aria-pressed={which.kind === kind}
              onClick={() => act({ type: 'pick', which: { ...which, kind } })}
            >
              {words.kinds[kind]}
            </button>
          ))}
        </div>
        <div className={css.tabs} role="group" aria-label={words.period}>
          {PERIODS.map((period) => (
            <button
              key={period}
              type="button"
              className={css.tab}
              aria-pressed={which.period === period}
              onClick={() => act({ type: 'pick', which: { ...which, period } })}
            >
              {words.periods[period]}
            </button>
          ))}
        </div>
        {view.ends !== null && (
          <p className={css.ends}>
            <Countdown timed={view.ends} format={(seconds) => leftText(seconds, words)} />
          </p>
        )}
        <Places view={view} act={act} words={words} language={language} />
        <OwnPlace view={view} words={words} />
      </div>
    </Modal>
  );
}

interface Parts {
  readonly view: RanksView;
  readonly words: RanksWords;
}

function Places({ view, act, words, language }: Parts & { readonly act: (action: RanksAction) => void; readonly language: string }) {
  const { places, load } = view;
  if (places === null && load === 'failed')
    return (
      <>
        <p className={css.quiet} role="alert">
          {words.failed}
        </p>
        <button type="button" className={css.tab} onClick={() => act({ type: 'entry' })}>
          {words.retry}
        </button>
      </>
    );
  if (places === null) return <Skeleton label={words.loading} heightPx={374} />;
  if (places.length === 0) return <p className={css.quiet}>{words.nobody}</p>;
  return (
    <ol className={css.places} tabIndex={0} aria-label={words.title}>
      {places.map(({ rank, name, isMystic, logo, score, change, isMine }, at) => (
        // Users with equal scores can share a rank.
        <li key={at} className={css.place} data-mine={isMine || undefined}>
          <b className={css.rank} data-top={rank <= 3 || undefined}>
            {rank}
          </b>
          {isMystic ? (
            <MysticName name={words.mystic} close={() => act({ type: 'close' })} />
          ) : (
            <>
              <Avatar url={logo} name={name} size={32} isLive={false} />
              <span className={`cut ${css.name}`}>{name}</span>
            </>
          )}
          {change !== 0 && (
            <span className={css.change} data-up={change > 0 || undefined} role="img" aria-label={words.moved(change)}>
              {change > 0 ? `▲${change}` : `▼${-change}`}
            </span>
          )}
          <span className={css.score}>{formatCount(score, language)}</span>
        </li>
      ))}
    </ol>
  );
}

/** A press closes the list, because only one dialog can be open, and opens the explanation of mystic viewers. */
function MysticName({ name, close }: { readonly name: string; readonly close: () => void }) {
  const room = useRoomContext();
  return (
    <button
      type="button"
      className={css.mystic}
      onClick={() => {
        close();
        room.act({ type: 'feature', feature: 'mystic-card', action: { type: 'open' } });
      }}
    >
      <MysticPortrait size={32} />
      <span className={`cut ${css.name}`}>{name}</span>
    </button>
  );
}

const DAY_S = 86_400;

function leftText(seconds: number, words: RanksWords): string {
  if (seconds <= 0) return '';
  return words.ends(seconds < DAY_S ? formatDuration(seconds) : words.days(Math.ceil(seconds / DAY_S)));
}

function OwnPlace({ view: { own, isLoggedIn }, words }: Parts) {
  return (
    <p className={css.own} role="status">
      {!isLoggedIn ? words.guest : own === null || own.rank === 0 ? words.notListed : words.own(own.rank, own.score)}
      {own !== null && own.gap > 0 && <span>{words.gap(own.gap)}</span>}
    </p>
  );
}
