import {
  type OrderAction,
  type OrderVerb,
  MAX_EVALUATION_CHARS,
  MAX_STARS,
  type OrderFields,
  type OrderRow,
  type OrdersView,
} from '../../../core/room/feature/orders.ts';
import type { IconName } from '../../../design/icons/Icon.tsx';
import { Skeleton } from '../../overlays/Modal.tsx';
import { RequestFailure, Left, Progress, useNews } from './FeatureParts.tsx';
import css from './FeatureParts.module.css';
import { ORDER_TEXT } from './parts-text.ts';
import { StripPanel } from './StripPanel.tsx';
import type { PanelProps } from '../panel.ts';
import { type ReactNode, useState } from 'react';

/** Texts of one feature with orders, in addition to the shared ones (parts-text.ts). */
interface OrderWords<Status extends string> {
  readonly title: string;
  /** Short explanation for viewers who see the feature for the first time. */
  readonly about: string;
  readonly open: string;
  readonly status: Readonly<Record<Status, string>>;
  readonly news: Readonly<Partial<Record<Status, (title: string) => string>>>;
  readonly by: (name: string) => string;
  readonly mine: string;
  /** For orders with a goal. */
  readonly progress?: (score: number, goal: number) => string;
  /** For finished orders: points of a dance, stars of an evaluation. */
  readonly score: (score: number) => string;
  readonly queue: (count: number) => string;
  readonly none: string;
  readonly offers: string;
  readonly noOffers: string;
  readonly verb: Readonly<Partial<Record<OrderVerb, string>>>;
}

type Props<Status extends string> = PanelProps<OrdersView<Status>, OrderAction, OrderWords<Status>> & {
  readonly feature: string;
  readonly icon: IconName;
  /** Statuses that mean a failed order. */
  readonly sad: readonly Status[];
  /** Shown in the dialog after the explanation. */
  readonly children?: ReactNode;
};

/** The dock places the order on the stage; a dialog lists all orders and the offers. */
export function OrderPanel<Status extends string>(props: Props<Status>) {
  const { view, act, words, language, sad, children } = props;
  const { current } = view;
  const text = ORDER_TEXT[language];
  useNews(
    view.news,
    ({ status, title }) => ({ text: words.news[status]?.(title) ?? words.status[status], isGood: !sad.includes(status) }),
    ({ id }) => act({ type: 'seen', id }),
  );
  const strip = current && {
    title: current.title,
    text: lineOf(current, words, text),
    timed: current,
    share: current.goal > 0 ? current.score / current.goal : null,
  };
  return (
    <StripPanel {...props} strip={strip}>
      <OrderBoard view={view} act={act} words={words} text={text}>
        {children}
      </OrderBoard>
    </StripPanel>
  );
}

function lineOf<Status extends string>(row: OrderRow<Status>, words: OrderWords<Status>, text: Text): string {
  const status = row.isOverdue ? text.settling : words.status[row.status];
  const figures =
    row.goal > 0 && words.progress !== undefined ? words.progress(row.score, row.goal) : row.score > 0 ? words.score(row.score) : '';
  return [status, figures, row.isMine ? words.mine : words.by(row.nickname)].filter((part) => part !== '').join(' · ');
}

type Text = (typeof ORDER_TEXT)[keyof typeof ORDER_TEXT];

interface Parts<Status extends string> {
  readonly view: OrdersView<Status>;
  readonly act: (action: OrderAction) => void;
  readonly words: OrderWords<Status>;
  readonly text: Text;
}

function OrderBoard<Status extends string>({ view, act, words, text, children }: Parts<Status> & { readonly children: ReactNode }) {
  if (view.load === 'failed')
    return (
      <div className={css.list}>
        <p className={css.quiet} role="alert">
          {text.failed}
        </p>
        <button type="button" className="pill main-action" onClick={() => act({ type: 'entry' })}>
          {text.retry}
        </button>
      </div>
    );
  const isEmpty = view.offers.length === 0 && (view.rows.length === 0 || view.isStar);
  if (view.load === 'loading' && isEmpty) return <Skeleton label={text.loading} heightPx={358} />;
  return (
    <div className={`${css.list} ${css.board}`}>
      <p className={css.about}>{words.about}</p>
      {children}
      <RequestFailure request={view.request} words={text.requestFailed} />
      <h3 className={css.head}>{words.queue(view.waiting)}</h3>
      {view.rows.length === 0 ? (
        <p className={css.quiet}>{words.none}</p>
      ) : (
        <ol className={css.cards} tabIndex={0} aria-label={words.queue(view.waiting)}>
          {view.rows.map((row) => (
            <OrderCard key={row.orderId} row={row} view={view} act={act} words={words} text={text} />
          ))}
        </ol>
      )}
      {!view.isStar && <Offers view={view} act={act} words={words} text={text} />}
    </div>
  );
}

function OrderCard<Status extends string>({ row, view, act, words, text }: Parts<Status> & { readonly row: OrderRow<Status> }) {
  const isBusy = view.request.name === 'sending';
  const plain = row.verbs.filter((verb) => verb !== 'evaluate');
  return (
    <li className={css.card} data-mine={row.isMine || undefined} data-order={row.status}>
      <span className={css.cardHead}>
        {row.position > 0 && <span className={css.position}>{row.position}</span>}
        <span className={css.song}>
          <b>{row.title}</b>
          <span>{lineOf(row, words, text)}</span>
        </span>
        <Left timed={row} format={text.left} />
        <span className={css.coin}>{text.price(row.coin)}</span>
      </span>
      {row.goal > 0 && <Progress share={row.score / row.goal} />}
      {row.note !== '' && <q className={css.about}>{row.note}</q>}
      {row.href !== '' && (
        <a className={css.about} href={row.href} target="_blank" rel="noopener noreferrer">
          {text.page}
        </a>
      )}
      {plain.length > 0 && (
        <span className={css.actions}>
          {plain.map((verb) => (
            <button
              key={verb}
              type="button"
              className={verb === 'cheer' || verb === 'accept' || verb === 'start' || verb === 'finish' ? css.strong : css.small}
              aria-label={text.verbOf(words.verb[verb] ?? '', row.title, row.coin)}
              disabled={isBusy}
              onClick={() => act({ type: 'request', verb, orderId: row.orderId, fields: {} })}
            >
              {words.verb[verb]}
            </button>
          ))}
        </span>
      )}
      {row.verbs.includes('evaluate') && (
        <OrderEvaluation
          words={text}
          isBusy={isBusy}
          onSend={(fields) => act({ type: 'request', verb: 'evaluate', orderId: row.orderId, fields })}
        />
      )}
    </li>
  );
}

function Offers<Status extends string>({ view, act, words, text }: Parts<Status>) {
  const { request } = view;
  return (
    <>
      <h3 className={css.head}>{words.offers}</h3>
      {view.offers.length === 0 && <p className={css.quiet}>{words.noOffers}</p>}
      <ul className={css.rows} tabIndex={0} aria-label={words.offers}>
        {view.offers.map(({ orderId, title, coin, note }) => (
          <li key={orderId} className={css.row}>
            <span className={css.song}>
              <b>{title}</b>
              {note !== '' && <span>{note}</span>}
            </span>
            <button
              type="button"
              className={css.price}
              aria-label={text.verbOf(words.verb.request ?? '', title, coin)}
              disabled={request.name === 'sending'}
              onClick={() => act({ type: 'request', verb: 'request', orderId, fields: {} })}
            >
              {request.name === 'sending' && request.what === `request ${orderId}` ? text.sending : text.price(coin)}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

interface EvaluationProps {
  readonly words: { readonly stars: (count: number) => string; readonly evaluation: string; readonly evaluationHint: string };
  readonly isBusy: boolean;
  readonly onSend: (fields: OrderFields) => void;
}

/** Form for an evaluation: stars and text. */
function OrderEvaluation({ words, isBusy, onSend }: EvaluationProps) {
  const [stars, setStars] = useState(MAX_STARS);
  const [written, setWritten] = useState('');
  return (
    <form
      className={css.list}
      onSubmit={(event) => {
        event.preventDefault();
        onSend({ stars, words: written.trim() });
      }}
    >
      <span className={css.actions} role="group" aria-label={words.stars(stars)}>
        {Array.from({ length: MAX_STARS }, (_, at) => at + 1).map((count) => (
          <button
            key={count}
            type="button"
            className={css.star}
            aria-label={words.stars(count)}
            aria-pressed={count <= stars}
            onClick={() => setStars(count)}
          >
            ★
          </button>
        ))}
      </span>
      <input
        className="text-field"
        aria-label={words.evaluationHint}
        placeholder={words.evaluationHint}
        maxLength={MAX_EVALUATION_CHARS}
        value={written}
        onChange={(event) => setWritten(event.target.value)}
      />
      <button type="submit" className={css.strong} disabled={isBusy}>
        {words.evaluation}
      </button>
    </form>
  );
}
