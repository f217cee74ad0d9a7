export const words = {
  title: '榜单',
  kind: '榜单类型',
  kinds: { contribution: '贡献榜', intimacy: '亲密榜', guards: '守护榜' },
  period: '时间',
  periods: { day: '日榜', week: '周榜', month: '月榜' },
  ends: (left: string): string => `距本期结束 ${left}`,
  days: (days: number): string => `${days} 天`,
  loading: '加载中...',
  failed: '加载失败，请稍后再试',
  retry: '重新加载',
  nobody: '还没有人上榜',
  mystic: '神秘嘉宾',
  moved: (places: number): string => (places > 0 ? `上升 ${places} 名` : `下降 ${-places} 名`),
  own: (rank: number, score: number): string => `我的排名：第 ${rank} 名，${score}`,
  gap: (gap: number): string => `距上一名还差 ${gap}`,
  notListed: '我还没有上榜',
  guest: '登录后可以看到自己的排名',
};

export type RanksWords = typeof words;
