import type { Question } from '../../../core/room/feature/feature-message.ts';
import { useLanguage } from '../../text/text.ts';
import css from './Quiz.module.css';
import { QUIZ_TEXT } from './parts-text.ts';

interface QuizProps {
  readonly question: Question;
  /** '' for none. */
  readonly chosen: string;
  /** Options removed by a kit. */
  readonly excluded: readonly string[];
  readonly isAnswerable: boolean;
  readonly isOver: boolean;
  readonly onAnswer: (optionId: string) => void;
}

/** A question with options: one can be chosen; at the end the right one is marked, also as text. */
export function Quiz({ question, chosen, excluded, isAnswerable, isOver, onAnswer }: QuizProps) {
  const words = QUIZ_TEXT[useLanguage()];
  return (
    <fieldset className={css.quiz}>
      <legend className={css.title}>{question.title}</legend>
      {question.songUrl !== '' && (
        // No captions, because they would contain the answer.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio className={css.song} src={question.songUrl} controls preload="none" aria-label={words.listen} />
      )}
      {question.options.map(({ id, text, isRight, count }, at) => {
        const isChosen = id === chosen;
        const isGone = excluded.includes(id);
        const mark = isGone ? words.gone : isOver ? (isRight ? words.right : isChosen ? words.wrong : '') : isChosen ? words.chosen : '';
        return (
          <button
            key={id}
            type="button"
            className={css.option}
            data-chosen={isChosen || undefined}
            data-right={(isOver && isRight) || undefined}
            data-wrong={(isOver && isChosen && !isRight) || undefined}
            aria-pressed={isChosen}
            disabled={!isAnswerable || isGone || (chosen !== '' && !isChosen)}
            onClick={() => onAnswer(id)}
          >
            <b className={css.letter}>{String.fromCodePoint(65 + at)}</b>
            <span className={css.text}>{text}</span>
            <span className={css.mark}>{mark === '' && isOver ? words.votes(count) : mark}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
