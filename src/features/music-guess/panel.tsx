import type { DialogAction } from '../../core/room/feature/feature-dialog.ts';
import { RequestFailure, Left, FeatureStrip } from '../../ui/features/parts/FeatureParts.tsx';
import css from '../../ui/features/parts/FeatureParts.module.css';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Quiz } from '../../ui/features/parts/Quiz.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';
import type { GuessView } from './room.ts';
import type { GuessWords } from './text.ts';

/** The round and its countdown are in the dock; the question is in a dialog. */
export default function MusicGuessPanel({ view, act, words, place }: PanelProps<GuessView, DialogAction, GuessWords>) {
  return (
    <>
      {place !== 'list' && (
        <FeatureStrip
          feature="music-guess"
          label={words.title}
          openLabel={words.open}
          icon="quiz"
          title={words.round(view.round, view.roundTotal)}
          text={lineOf(view, words)}
          timed={view}
          share={null}
          onOpen={() => act({ type: 'entry' })}
        />
      )}
      {view.isOpen && (
        <Modal title={words.title} onClose={() => act({ type: 'close' })}>
          <div className={css.list}>
            <p className={css.about}>{words.about}</p>
            <p className={css.now} role="status">
              <span className={css.tag}>{words.phases[view.phase]}</span>
              <span>{view.phase === 'asking' && view.chosen === '' && !view.isOverdue ? words.choose : lineOf(view, words)}</span>
              {view.phase === 'asking' && <Left timed={view} format={words.left} />}
            </p>
            <RequestFailure request={view.request} words={words.failed} />
            {view.question !== null && view.phase !== 'settled' && (
              <Quiz
                question={view.question}
                chosen={view.chosen}
                excluded={[]}
                isAnswerable={view.phase === 'asking' && !view.isOverdue && view.request.name !== 'sending' && view.chosen === ''}
                isOver={view.phase !== 'asking'}
                words={words.quiz}
                onAnswer={(optionId) =>
                  act({
                    type: 'request',
                    verb: 'answer',
                    fields: { guessId: view.guessId, questionId: view.question?.questionId ?? 0, optionId },
                  })
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
          </div>
        </Modal>
      )}
    </>
  );
}

function lineOf(view: GuessView, words: GuessWords): string {
  if (view.isOverdue) return words.settling;
  if (view.phase === 'settled') return words.phases.settled;
  if (view.wasRight !== null) return view.wasRight ? words.right : words.wrong;
  if (view.phase === 'revealed') return words.phases.revealed;
  return view.chosen === '' ? words.answer : words.waiting;
}
