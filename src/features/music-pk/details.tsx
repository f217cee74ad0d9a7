import type { BoxAction } from '../../core/room/feature/feature-box.ts';
import { AskFailure } from '../../ui/features/parts/AskFailure.tsx';
import { Left, Progress } from '../../ui/features/parts/FeatureParts.tsx';
import css from '../../ui/features/parts/FeatureParts.module.css';
import { Quiz } from '../../ui/features/parts/Quiz.tsx';
import { Avatar } from '../../ui/room/Avatar.tsx';
import { lineText } from './line.tsx';
import own from './panel.module.css';
import type { Player } from './rules-message.ts';
import type { MusicPkView } from './rules-view.ts';
import type { MusicPkWords } from './text.zh-CN.ts';

interface Parts {
  readonly view: MusicPkView;
  readonly act: (action: BoxAction) => void;
  readonly words: MusicPkWords;
}

/** Both stars with their blood, the question, and the viewer's actions for the own star. */
export function MusicPkDetails({ view, act, words }: Parts) {
  const { question, phase } = view;
  const isBusy = view.ask.name === 'sending' || view.isOverdue;
  const isAsked = phase === 'answer' && view.chosen === '' && view.line === null && !view.isOverdue;
  return (
    <div className={css.list}>
      <p className={css.about}>{words.about}</p>
      <div className={own.players}>
        <Side player={view.own} words={words} />
        <Side player={view.rival} words={words} />
      </div>
      <p className={css.now} role="status">
        <span className={css.tag}>{words.phases[phase]}</span>
        <span>{isAsked ? words.choose : lineText(view, words)}</span>
        <Left timed={view} said={words.left} />
      </p>
      {view.line !== null && view.line.href !== '' && (
        <a className={css.primary} href={view.line.href} target="_blank" rel="noopener noreferrer">
          {words.openTip}
        </a>
      )}
      <AskFailure ask={view.ask} words={words.failed} />
      {question !== null && (phase === 'answer' || phase === 'reveal') && (
        <Quiz
          question={question}
          chosen={view.chosen}
          excluded={view.excluded}
          isAnswerable={phase === 'answer' && !isBusy && view.chosen === ''}
          isOver={phase === 'reveal'}
          words={words.quiz}
          onAnswer={(optionId) =>
            act({ type: 'ask', verb: 'answer', fields: { pkId: view.pkId, questionId: question.questionId, optionId } })
          }
        />
      )}
      {phase === 'answer' && <Help view={view} act={act} words={words} isBusy={isBusy} />}
      {phase === 'help' && (
        <button
          type="button"
          className={css.primary}
          disabled={isBusy}
          onClick={() => act({ type: 'ask', verb: 'reborn', fields: { pkId: view.pkId } })}
        >
          {words.reborn(view.own.name)}
        </button>
      )}
      {view.settlement !== null && phase === 'settled' && <Settled settlement={view.settlement} words={words} view={view} />}
      {phase !== 'settled' && view.seasonLevel > 0 && <p className={css.quiet}>{words.level(view.seasonLevel)}</p>}
    </div>
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
          onClick={() => act({ type: 'ask', verb: 'kit', fields: { pkId: view.pkId, kitId } })}
        >
          {words.kit(name, count)}
        </button>
      ))}
      <button
        type="button"
        className={css.strong}
        disabled={isBusy}
        onClick={() => act({ type: 'ask', verb: 'call', fields: { pkId: view.pkId } })}
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
