import type { DialogAction } from '../../core/room/feature/feature-dialog.ts';
import { Progress } from '../../ui/features/parts/FeatureParts.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { PhaseDialog, StripPanel } from '../../ui/features/parts/StripPanel.tsx';
import type { MusicPkView } from './room.ts';
import type { MusicPkWords } from './text.ts';
import { isTip, type Player } from './rules-message.ts';
import css from '../../ui/features/parts/FeatureParts.module.css';
import { Quiz } from '../../ui/features/parts/Quiz.tsx';
import { Avatar } from '../../ui/room/Avatar.tsx';
import own from './panel.module.css';

/** Blood and round are in the dock; question, kits and other actions are in a dialog. */
export default function MusicPkPanel(props: PanelProps<MusicPkView, DialogAction, MusicPkWords>) {
  const { view, words } = props;
  const blood = view.own.blood + view.rival.blood;
  const title =
    view.phase === null
      ? words.title
      : view.phase === 'match'
        ? words.against(view.own.name, view.rival.name)
        : words.blood(view.own.name, view.own.blood, view.rival.name, view.rival.blood);
  return (
    <StripPanel
      {...props}
      feature="music-pk"
      icon="pk"
      strip={{ title, text: lineText(view, words), timed: view, share: blood === 0 ? null : view.own.blood / blood }}
    >
      <MusicPkDetails {...props} />
    </StripPanel>
  );
}

/** Text of the status line: the newest action, else the currently possible action. Calls of others do not hide an open question. */
export function lineText(view: MusicPkView, words: MusicPkWords): string {
  const { line } = view;
  const isChoosing = view.phase === 'answer' && view.chosen === '' && !view.isOverdue;
  if (line !== null && !(isChoosing && (line.kind === 'call' || line.kind === 'remind')))
    return isTip(line.kind) ? words.tips[line.kind](line.what) : words.lines[line.kind](line.who, line.what, line.count);
  if (view.phase === null) return '';
  if (view.phase === 'settled') return words.winner(view.settlement?.winner ?? 'draw', view.own.name, view.rival.name);
  if (view.isOverdue) return words.settling;
  const round = view.round === 0 ? '' : `${words.round(view.round, view.roundTotal)} · `;
  if (view.phase === 'answer') return round + (view.chosen === '' ? words.answer : words.waiting);
  return round + words.phases[view.phase];
}

type Parts = Pick<PanelProps<MusicPkView, DialogAction, MusicPkWords>, 'view' | 'act' | 'words'>;

/** Both stars with their blood, the question, and the viewer's actions for the own star. */
function MusicPkDetails({ view, act, words }: Parts) {
  const { question, phase } = view;
  const isBusy = view.request.name === 'sending' || view.isOverdue;
  const isChoosing = phase === 'answer' && view.chosen === '' && view.line === null && !view.isOverdue;
  return (
    <PhaseDialog
      view={view}
      phase={phase === null ? undefined : words.phases[phase]}
      text={isChoosing ? words.choose : lineText(view, words)}
      words={words}
      before={
        phase !== null && (
          <div className={own.players}>
            <Side player={view.own} words={words} />
            <Side player={view.rival} words={words} />
          </div>
        )
      }
    >
      {view.line !== null && view.line.href !== '' && (
        <a className="pill main-action" href={view.line.href} target="_blank" rel="noopener noreferrer">
          {words.openTip}
        </a>
      )}
      {question !== null && (phase === 'answer' || phase === 'reveal') && (
        <Quiz
          question={question}
          chosen={view.chosen}
          excluded={view.excluded}
          isAnswerable={phase === 'answer' && !isBusy && view.chosen === ''}
          isOver={phase === 'reveal'}
          onAnswer={(optionId) =>
            act({ type: 'request', verb: 'answer', fields: { pkId: view.pkId, questionId: question.questionId, optionId } })
          }
        />
      )}
      {phase === 'answer' && <Help view={view} act={act} words={words} isBusy={isBusy} />}
      {phase === 'help' && (
        <button
          type="button"
          className="pill main-action"
          disabled={isBusy}
          onClick={() => act({ type: 'request', verb: 'reborn', fields: { pkId: view.pkId } })}
        >
          {words.reborn(view.own.name)}
        </button>
      )}
      {view.settlement !== null && phase === 'settled' && <Settled settlement={view.settlement} words={words} view={view} />}
      {phase !== 'settled' && view.seasonLevel > 0 && <p className={css.quiet}>{words.level(view.seasonLevel)}</p>}
    </PhaseDialog>
  );
}

function Help({ view, act, words, isBusy }: Parts & { readonly isBusy: boolean }) {
  return (
    <div className={css.actions} role="group" aria-label={words.help}>
      {view.kits.map(({ kitId, name, count }) => (
        <button
          key={kitId}
          type="button"
          className={css.small}
          disabled={isBusy || count === 0}
          onClick={() => act({ type: 'request', verb: 'kit', fields: { pkId: view.pkId, kitId } })}
        >
          {words.kit(name, count)}
        </button>
      ))}
      <button
        type="button"
        className={css.strong}
        disabled={isBusy}
        onClick={() => act({ type: 'request', verb: 'call', fields: { pkId: view.pkId } })}
      >
        {words.call}
      </button>
    </div>
  );
}

function Side({ player, words }: { readonly player: Player; readonly words: MusicPkWords }) {
  const { name, logo, blood, bloodTotal, score, wasRight } = player;
  return (
    <section className={own.player} aria-label={name}>
      <Avatar url={logo} name={name} size={52} isLive={false} />
      <b className={own.name}>{name}</b>
      {bloodTotal > 0 && (
        <>
          <span className={css.quiet}>{words.bloodOf(blood, bloodTotal)}</span>
          <Progress share={blood / bloodTotal} />
        </>
      )}
      <span className={css.coin}>{words.score(score)}</span>
      {wasRight !== null && (
        <span className={own.mark} data-right={wasRight || undefined}>
          {wasRight ? words.wasRight : words.wasWrong}
        </span>
      )}
    </section>
  );
}

function Settled({
  settlement,
  words,
  view,
}: Pick<Parts, 'view' | 'words'> & { readonly settlement: NonNullable<MusicPkView['settlement']> }) {
  return (
    <dl className={own.settled}>
      <dt>{words.result}</dt>
      <dd>{words.winner(settlement.winner, view.own.name, view.rival.name)}</dd>
      <dt>{words.gain}</dt>
      <dd>{words.gained(settlement.score, settlement.coin)}</dd>
      <dt>{settlement.seasonName === '' ? words.season : settlement.seasonName}</dt>
      <dd>{words.level(settlement.seasonLevel)}</dd>
    </dl>
  );
}
