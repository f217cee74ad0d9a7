import type { DialogAction } from '../../core/room/feature/feature-dialog.ts';
import css from '../../ui/features/parts/FeatureParts.module.css';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Quiz } from '../../ui/features/parts/Quiz.tsx';
import { PhaseDialog, StripPanel } from '../../ui/features/parts/StripPanel.tsx';
import type { GuessView } from './room.ts';
import type { GuessWords } from './text.ts';

/** The round and its countdown are in the dock; the question is in a dialog. */
export default function MusicGuessPanel(props: PanelProps<GuessView, DialogAction, GuessWords>) {
  const { view, act, words } = props;
  const { question, phase } = view;
  const isAsking = phase === 'asking';
  const isChoosing = isAsking && view.chosen === '' && !view.isOverdue;
  return (
    <StripPanel
      {...props}
      feature="music-guess"
      icon="quiz"
      strip={{ title: words.round(view.round, view.roundTotal), text: lineOf(view, words), timed: view }}
    >
      <PhaseDialog
        view={view}
        phase={words.phases[phase]}
        text={isChoosing ? words.choose : lineOf(view, words)}
        isTimed={isAsking}
        words={words}
      >
        {question !== null && phase !== 'settled' && (
          <Quiz
            question={question}
            chosen={view.chosen}
            excluded={[]}
            isAnswerable={isChoosing && view.request.name !== 'sending'}
            isOver={!isAsking}
            onAnswer={(optionId) =>
              act({ type: 'request', verb: 'answer', fields: { guessId: view.guessId, questionId: question.questionId, optionId } })
            }
          />
        )}
        {view.winners.length > 0 && (
          <>
            <h3 className={css.head}>{words.winners}</h3>
            <ol className={css.rows} tabIndex={0} aria-label={words.winners}>
              {view.winners.map(({ userId, nickname, score }, at) => (
                <li key={userId} className={css.row}>
                  <span className={css.position}>{at + 1}</span>
                  <span className={css.song}>
                    <b>{nickname}</b>
                  </span>
                  <span className={css.coin}>{words.score(score)}</span>
                </li>
              ))}
            </ol>
          </>
        )}
      </PhaseDialog>
    </StripPanel>
  );
}

function lineOf(view: GuessView, words: GuessWords): string {
  if (view.phase === 'settled') return words.phases.settled;
  if (view.isOverdue) return words.settling;
  if (view.wasRight !== null) return view.wasRight ? words.right : words.wrong;
  if (view.phase === 'revealed') return words.phases.revealed;
  return view.chosen === '' ? words.answer : words.waiting;
}
