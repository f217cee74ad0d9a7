import type { Translate } from '../../ui/features/panel.ts';
import { counted } from '../../ui/text/counted.ts';

const forMonths = (months: number): string => (months > 0 ? ` for ${counted(months, 'month')}` : '');

export const words = (t: Translate) => ({
  titles: { guard: t('守护', 'Guard'), medal: t('勋章', 'Medal'), club: t('粉丝团', 'Fan club') },
  aGuard: t('守护', 'guard'),
  guard: {
    new: (name: string, guard: string, level: number, months: number) =>
      t(
        `${name} 成为了 ${level} 级${guard}${months > 0 ? `（${months} 个月）` : ''}`,
        `${name} became a level ${level} ${guard}${forMonths(months)}`,
      ),
    renewed: (name: string, guard: string, _level: number, months: number) =>
      t(`${name} 续了${guard}${months > 0 ? `（${months} 个月）` : ''}`, `${name} stays a ${guard}${forMonths(months)}`),
    raised: (name: string, guard: string, level: number, _months: number) =>
      t(`${name} 的${guard}升到 ${level} 级`, `${name} is now a level ${level} ${guard}`),
    over: (name: string, guard: string, _level: number, _months: number) =>
      t(`${name} 的${guard}到期了`, `${name} is no longer a ${guard}`),
  },
  total: (total: number) => t(`主播共有 ${total} 位守护`, `The star has ${counted(total, 'guard')}`),
  medal: {
    new: (name: string, medal: string, _level: number) => t(`${name} 获得勋章「${medal}」`, `${name} won the medal “${medal}”`),
    raised: (name: string, medal: string, level: number) =>
      t(`${name} 的勋章「${medal}」升到 ${level} 级`, `${name}’s medal “${medal}” is now level ${level}`),
    taken: (name: string, medal: string, _level: number) => t(`${name} 的勋章「${medal}」被收回`, `${name} lost the medal “${medal}”`),
  },
  club: t('粉丝团', 'the fan club'),
  grown: (club: string, level: number) => t(`你在${club}的亲密度是 ${level} 级`, `Your intimacy in ${club} is now level ${level}`),
  lit: (club: string, level: number) =>
    t(`你点亮了${club}的灯牌，亲密度 ${level} 级`, `You lit up the badge of ${club}, intimacy level ${level}`),
  more: (count: number) => t(`还有 ${count} 条`, `${count} more`),
});

export type GuardWords = ReturnType<typeof words>;
