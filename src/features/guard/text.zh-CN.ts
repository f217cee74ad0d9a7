export const words = {
  titles: { guard: '守护', medal: '勋章', club: '粉丝团' },
  aGuard: '守护',
  guard: {
    new: (name: string, guard: string, level: number, months: number): string =>
      `${name} 成为了 ${level} 级${guard}${months > 0 ? `（${months} 个月）` : ''}`,
    renewed: (name: string, guard: string, _level: number, months: number): string =>
      `${name} 续了${guard}${months > 0 ? `（${months} 个月）` : ''}`,
    raised: (name: string, guard: string, level: number, _months: number): string => `${name} 的${guard}升到 ${level} 级`,
    over: (name: string, guard: string, _level: number, _months: number): string => `${name} 的${guard}到期了`,
  },
  total: (total: number): string => `主播共有 ${total} 位守护`,
  medal: {
    new: (name: string, medal: string, _level: number): string => `${name} 获得勋章「${medal}」`,
    raised: (name: string, medal: string, level: number): string => `${name} 的勋章「${medal}」升到 ${level} 级`,
    taken: (name: string, medal: string, _level: number): string => `${name} 的勋章「${medal}」被收回`,
  },
  club: '粉丝团',
  grown: (club: string, level: number): string => `你在${club}的亲密度是 ${level} 级`,
  lit: (club: string, level: number): string => `你点亮了${club}的灯牌，亲密度 ${level} 级`,
  more: (count: number): string => `还有 ${count} 条`,
};

export type GuardWords = typeof words;
