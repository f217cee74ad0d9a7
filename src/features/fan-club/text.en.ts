import type { FanClubWords } from './text.zh-CN.ts';

export const words: FanClubWords = {
  title: 'Fan club',
  loading: 'Loading...',
  failed: 'It could not be loaded. Please try again later',
  retry: 'Load again',
  level: (level) => `Level ${level}`,
  intimacy: (intimacy) => `Intimacy ${intimacy}`,
  guard: 'Guard',
  littleGuard: 'Little guard',
  noGuard: 'No guard yet',
  contribution: 'Contribution',
  plate: (id) => `Plate ${id}`,
  lit: 'The plate is lit',
  lightUp: 'Light up the plate',
  join: 'Join the club',
  joined: 'Joined',
};
