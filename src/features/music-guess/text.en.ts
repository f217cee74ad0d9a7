import type { GuessWords } from './text.zh-CN.ts';

export const words: GuessWords = {
  title: 'Guess the song',
  about: 'Listen to what the star sings and choose the song before the time is up. Three questions; the best score wins.',
  open: 'Open the question',
  round: (round, total) => `Guess the song ${round}/${total}`,
  phases: { asking: 'Your answer', revealed: 'The answer', settled: 'Final ranking' },
  answer: 'Answer now',
  choose: 'Choose an answer',
  waiting: 'Answered, wait for the result',
  right: 'You were right',
  wrong: 'That was wrong',
  settling: 'Counting',
  left: (time) => `${time} left`,
  winners: 'Scores',
  score: (score) => (score === 1 ? '1 point' : `${score} points`),
  failed: 'It could not be sent, please try again',
  quiz: {
    listen: 'Listen',
    right: 'Right',
    wrong: 'Your answer',
    gone: 'Taken away',
    chosen: 'Chosen',
    votes: (count) => `${count} chose it`,
  },
};
