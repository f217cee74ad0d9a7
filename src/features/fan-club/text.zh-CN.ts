export const words = {
  title: '粉丝团',
  loading: '加载中...',
  failed: '加载失败，请稍后再试',
  retry: '重新加载',
  level: (level: number) => `${level} 级`,
  intimacy: (intimacy: number) => `亲密度 ${intimacy}`,
  guard: (type: number): string => (type === 2 ? '年守护' : '守护'),
  members: (count: number) => `${count} 位成员`,
  follows: '已关注主播',
  refused: { join: '没能加入粉丝团，请稍后再试', 'light-up': '铭牌没能点亮，请稍后再试' },
  littleGuard: '小守护',
  noGuard: '还不是守护',
  contribution: '贡献',
  plate: (id: number) => `铭牌 ${id}`,
  lit: '铭牌已点亮',
  lightUp: '点亮铭牌',
  join: '加入粉丝团',
};

export type FanClubWords = typeof words;
