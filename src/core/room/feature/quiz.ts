import type { BodyOfMessage } from '../../../wire/registry.ts';
import { mediaLink } from '../chat/message-link.ts';
import { shownText } from '../layout/shown-text.ts';

const MAX_OPTIONS = 6;
const MAX_TITLE_CHARS = 80;
const MAX_OPTION_CHARS = 24;

export interface QuizOption {
  readonly id: string;
  readonly text: string;
  /** False for all options until the server has sent the result. */
  readonly isRight: boolean;
  /** Number of viewers who chose it. */
  readonly count: number;
}
export interface Question {
  readonly questionId: number;
  readonly title: string;
  /** The song in question as audio; '' for none. */
  readonly songUrl: string;
  readonly options: readonly QuizOption[];
}

/** A question of a music guess or a music PK; null: no options. */
export function readQuestion(question: BodyOfMessage<'music-guess-status'>['question']): Question | null {
  if (question === null) return null;
  const options = question.options
    .filter(({ id }, at, all) => id !== '' && all.findIndex((other) => other.id === id) === at)
    .slice(0, MAX_OPTIONS)
    .map(({ id, text, right, count }) => ({ id, text: shownText(text, MAX_OPTION_CHARS), isRight: right, count: Math.max(0, count) }));
  return options.length < 2
    ? null
    : { questionId: question.questionId, title: shownText(question.title, MAX_TITLE_CHARS), songUrl: mediaLink(question.songUrl), options };
}
