import type { PeopleWords } from './text.zh-CN.ts';

export const words: PeopleWords = {
  title: 'Viewers',
  open: (count, names) => `Viewers ${count}: ${names.join(', ')}`,
  tabs: { viewers: 'Online', guards: 'Guards' },
  kinds: 'Who is shown',
  ranks: 'Top givers',
  mystic: 'Mystic guest',
  guard: (level) => `Guard ${level}`,
  coins: (coins) => `${coins} given`,
  more: (count) => `and ${count} more`,
  nobody: { viewers: 'No viewers yet', guards: 'Nobody is a guard yet' },
};
