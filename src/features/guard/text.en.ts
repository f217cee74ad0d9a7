import { counted } from '../../ui/text/counted.ts';
import type { GuardWords } from './text.zh-CN.ts';

const forMonths = (months: number): string => (months > 0 ? ` for ${counted(months, 'month')}` : '');

export const words: GuardWords = {
  titles: { guard: 'Guard', medal: 'Medal', club: 'Fan club' },
  aGuard: 'guard',
  guard: {
    new: (name, guard, level, months) => `${name} became a ${guard} of level ${level}${forMonths(months)}`,
    renewed: (name, guard, _level, months) => `${name} stays a ${guard}${forMonths(months)}`,
    over: (name, guard) => `${name} is no ${guard} any more`,
    raised: (name, guard, level) => `${name} is a ${guard} of level ${level} now`,
  },
  total: (total) => `The star has ${counted(total, 'guard')}`,
  medal: {
    new: (name, medal) => `${name} won the medal “${medal}”`,
    taken: (name, medal) => `${name} lost the medal “${medal}”`,
    raised: (name, medal, level) => `${name}: medal “${medal}” is at level ${level} now`,
  },
  club: 'the fan club',
  grown: (club, level) => `Your intimacy in ${club} is at level ${level}`,
  lit: (club, level) => `You lit the sign of ${club}, intimacy level ${level}`,
  more: (count) => `${count} more`,
};
