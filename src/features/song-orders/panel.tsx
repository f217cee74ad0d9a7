import { RequestFailure, FeatureStrip, useNews, useShared } from '../../ui/features/parts/FeatureParts.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Skeleton, Modal } from '../../ui/overlays/Modal.tsx';
import css from '../../ui/features/parts/FeatureParts.module.css';
import { MAX_ORDERS, type SongOrdersAction, type SongOrdersView, type SongRow } from './room.ts';
import type { SongOrdersWords } from './text.ts';

type Props = PanelProps<SongOrdersView, SongOrdersAction, SongOrdersWords>;

/** The current song is in the dock; the list and the order form are in a dialog. */
export default function SongOrdersPanel({ view, act, words, place }: Props) {
  useNews(
    view.news,
    ({ fate, songName }) => ({ text: words.news[fate](songName), isGood: fate !== 'refused' }),
    ({ id }) => act({ type: 'seen', id }),
  );
  return (
    <>
      {view.singing !== null && place !== 'list' && <Singing view={view} singing={view.singing} act={act} words={words} />}
      {view.isOpen && (
        <Modal title={words.title} onClose={() => act({ type: 'close' })}>
          <SongList view={view} act={act} words={words} />
        </Modal>
      )}
    </>
  );
}

interface Parts {
  readonly view: SongOrdersView;
  readonly act: (action: SongOrdersAction) => void;
  readonly words: SongOrdersWords;
}

function Singing({ view, singing, act, words }: Parts & { readonly singing: NonNullable<SongOrdersView['singing']> }) {
  return (
    <FeatureStrip
      feature="song-orders"
      label={words.singing}
      openLabel={words.open}
      icon="song"
      title={singing.songName}
      text={singing.isMine ? words.mine : words.by(singing.nickname)}
      timed={singing}
      share={null}
      onOpen={() => act({ type: 'entry' })}
    >
      {view.canDecide && (
        <button type="button" className={css.small} onClick={() => act({ type: 'decide', orderId: singing.orderId, as: 'end' })}>
          {words.end}
        </button>
      )}
    </FeatureStrip>
  );
}

function SongList({ view, act, words }: Parts) {
  if (view.load === 'failed')
    return (
      <div className={css.list}>
        <p className={css.quiet} role="alert">
          {words.failed}
        </p>
        <button type="button" className="pill main-action" onClick={() => act({ type: 'entry' })}>
          {words.retry}
        </button>
      </div>
    );
  if (view.load === 'loading' && view.offers.length === 0) return <Skeleton label={words.loading} heightPx={358} />;
  return (
    <div className={css.list}>
      {view.singing !== null && (
        <p className={css.now}>
          <span className={css.tag}>{words.singing}</span>
          <b>{view.singing.songName}</b>
          <span className={css.quiet}>{view.singing.isMine ? words.mine : words.by(view.singing.nickname)}</span>
        </p>
      )}
      <Turn words={words} />
      <h3 className={css.head}>{words.queue(view.waiting.length)}</h3>
      {view.waiting.length === 0 ? (
        <p className={css.quiet}>{words.noQueue}</p>
      ) : (
        <ol className={css.rows} tabIndex={0} aria-label={words.queue(view.waiting.length)}>
          {view.waiting.map((row) => (
            <Row key={row.orderId} row={row} view={view} act={act} words={words} />
          ))}
        </ol>
      )}
      <RequestFailure request={view.request} words={words.requestFailed} />
      {!view.canDecide && <Offers view={view} act={act} words={words} />}
    </div>
  );
}

/** Length of a song that a viewer can order. */
function Turn({ words }: { readonly words: SongOrdersWords }) {
  const turnS = useShared('turnS');
  return turnS === null ? null : <p className={css.quiet}>{words.turn(turnS)}</p>;
}

function Row({ row, view, act, words }: Parts & { readonly row: SongRow }) {
  const isBusy = view.request.name === 'sending';
  const decide = (as: 'accept' | 'refuse' | 'sing'): void => act({ type: 'decide', orderId: row.orderId, as });
  return (
    <li className={css.row} data-mine={row.isMine || undefined}>
      {/* More songs may wait than the list holds. */}
      <span className={css.position}>{row.position < MAX_ORDERS ? row.position : `${MAX_ORDERS}+`}</span>
      <span className={css.song}>
        <b>{row.songName}</b>
        <span>{row.isMine ? words.mine : words.by(row.nickname)}</span>
      </span>
      {view.canDecide ? (
        <span className={css.decide}>
          <button type="button" className={css.small} disabled={isBusy} onClick={() => decide(row.status === 'wished' ? 'accept' : 'sing')}>
            {row.status === 'wished' ? words.accept : words.sing}
          </button>
          <button type="button" className={css.small} disabled={isBusy} onClick={() => decide('refuse')}>
            {words.refuse}
          </button>
        </span>
      ) : (
        <span className={css.status} data-at={row.status}>
          {row.status === 'accepted' ? words.status.accepted : words.status.wished}
        </span>
      )}
    </li>
  );
}

function Offers({ view, act, words }: Parts) {
  if (!view.takesOrders) return <p className={css.quiet}>{words.closed}</p>;
  const { request } = view;
  return (
    <>
      <h3 className={css.head}>{words.offers}</h3>
      <ul className={css.rows} tabIndex={0} aria-label={words.offers}>
        {view.offers.map(({ songId, songName, singerName, coin }) => (
          <li key={songId} className={css.row}>
            <span className={css.song}>
              <b>{songName}</b>
              <span>{singerName}</span>
            </span>
            <button
              type="button"
              className={css.price}
              aria-label={words.orderSong(songName, coin)}
              disabled={request.name === 'sending'}
              onClick={() => act({ type: 'order-song', songId })}
            >
              {request.name === 'sending' && request.what === String(songId) ? words.sending : words.order(coin)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
