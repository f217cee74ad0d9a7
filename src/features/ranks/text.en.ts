import type { RanksWords } from './text.zh-CN.ts';

export const words: RanksWords = {
  title: 'Ranks',
  kind: 'Which list',
  kinds: { contribution: 'Givers', intimacy: 'Intimacy', guards: 'Guards' },
  period: 'Which time',
  periods: { day: 'Day', week: 'Week', month: 'Month' },
  ends: (left) => `The period ends in ${left}`,
  days: (days) => `${days} ${days === 1 ? 'day' : 'days'}`,
  loading: 'Loading...',
  failed: 'It could not be loaded. Please try again later',
  retry: 'Load again',
  nobody: 'Nobody is on the list yet',
  mystic: 'Mystic guest',
  moved: (places) => (places > 0 ? `up by ${places}` : `down by ${-places}`),
  own: (rank, score) => `My place: ${rank}, with ${score}`,
  gap: (gap) => `${gap} to the next place`,
  notListed: 'I am not on the list yet',
  guest: 'Log in to see your own place',
};
