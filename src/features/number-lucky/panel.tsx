import type { DialogAction } from '../../core/room/feature/feature-dialog.ts';
import { RequestFailure, Left } from '../../ui/features/parts/FeatureParts.tsx';
import css from '../../ui/features/parts/FeatureParts.module.css';
import type { PanelProps } from '../../ui/features/panel.ts';
import { StripPanel } from '../../ui/features/parts/StripPanel.tsx';
import own from './panel.module.css';
import type { LuckyView } from './room.ts';
import type { LuckyWords } from './text.ts';

type Props = PanelProps<LuckyView, DialogAction, LuckyWords>;

/** The countdown or the drawn number is in the dock; taking a number and the winners are in a dialog. */
export default function NumberLuckyPanel(props: Props) {
  const { view, words } = props;
  const title = view.phase === 'drawn' ? words.drawn(view.drawn) : words.title;
  return (
    <StripPanel {...props} feature="number-lucky" icon="coin" strip={{ title, text: lineOf(view, words), timed: view }}>
      <Numbers {...props} />
    </StripPanel>
  );
}

function lineOf(view: LuckyView, words: LuckyWords): string {
  if (view.phase === 'drawn') return view.winners.some(({ isMine }) => isMine) ? words.won : words.winners(view.winners.length);
  if (view.isOverdue) return words.settling;
  return view.own === '' ? words.takeOne : words.own(view.own);
}

function Numbers({ view, act, words }: Pick<Props, 'view' | 'act' | 'words'>) {
  const shown = view.phase === 'drawn' ? view.drawn : view.own;
  return (
    <div className={css.list}>
      <p className={css.about}>{words.about}</p>
      <p className={own.number} data-won={view.winners.some(({ isMine }) => isMine) || undefined}>
        <span className={css.quiet}>{view.phase === 'drawn' ? words.drawnLabel : words.ownLabel}</span>
        <b>{shown === '' ? '—' : shown}</b>
        <span className={css.quiet}>{words.joined(view.joined)}</span>
      </p>
      {view.phase === 'drawn' && view.own !== '' && <p className={css.quiet}>{words.own(view.own)}</p>}
      <RequestFailure request={view.request} words={words.failed} />
      {view.phase === 'taking' ? (
        <>
          <Left timed={view} format={words.left} />
          {view.own === '' && (
            <button
              type="button"
              data-first=""
              className="pill main-action"
              disabled={view.request.name === 'sending' || view.isOverdue}
              onClick={() => act({ type: 'request', verb: 'join', fields: {} })}
            >
              {words.take}
            </button>
          )}
        </>
      ) : (
        <ul className={css.rows} aria-label={words.winners(view.winners.length)}>
          {view.winners.map(({ userId, nickname, number, prize, iconUrl, count, isMine }) => (
            <li key={`${userId} ${number}`} className={css.row} data-mine={isMine || undefined}>
              <span className={css.song}>
                <b>{isMine ? words.you : nickname}</b>
                <span>{words.number(number)}</span>
              </span>
              {iconUrl !== '' && <img src={iconUrl} alt="" width={28} height={28} referrerPolicy="no-referrer" />}
              <span className={css.coin}>{words.prize(prize, count)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
