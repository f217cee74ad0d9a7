import type { FanClubWords } from './text.zh-CN.ts';

export const words: FanClubWords = {
  title: 'Fan club',
  loading: 'Loading...',
  failed: 'It could not be loaded. Please try again later',
  retry: 'Load again',
  level: (level) => `Level ${level}`,
  intimacy: (intimacy) => `Intimacy ${intimacy}`,
  guard: (type) => (type === 2 ? 'Guard for a year' : 'Guard'),
  members: (count) => `${count} members`,
  follows: 'You follow the star',
  refused: { join: 'You could not join. Please try again later', 'light-up': 'The plate could not be lit. Please try again later' },
  littleGuard: 'Little guard',
  noGuard: 'No guard yet',
  contribution: 'Contribution',
  plate: (id) => `Plate ${id}`,
  lit: 'The plate is lit',
  lightUp: 'Light up the plate',
  join: 'Join the club',
};
