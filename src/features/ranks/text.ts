import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('榜单', 'Ranks'),
  kind: t('榜单类型', 'Which list'),
  kinds: { contribution: t('贡献榜', 'Givers'), intimacy: t('亲密榜', 'Intimacy'), guards: t('守护榜', 'Guards') },
  period: t('时间', 'Which time'),
  periods: { day: t('日榜', 'Day'), week: t('周榜', 'Week'), month: t('月榜', 'Month') },
  ends: (left: string) => t(`距本期结束 ${left}`, `The period ends in ${left}`),
  days: (days: number) => t(`${days} 天`, `${days} ${days === 1 ? 'day' : 'days'}`),
  loading: t('加载中...', 'Loading...'),
  failed: t('加载失败，请稍后再试', 'It could not be loaded. Please try again later'),
  retry: t('重新加载', 'Load again'),
  nobody: t('还没有人上榜', 'Nobody is on the list yet'),
  mystic: t('神秘嘉宾', 'Mystic guest'),
  moved: (places: number) =>
    t(places > 0 ? `上升 ${places} 名` : `下降 ${-places} 名`, places > 0 ? `up by ${places}` : `down by ${-places}`),
  own: (rank: number, score: number) => t(`我的排名：第 ${rank} 名，${score}`, `My place: ${rank}, with ${score}`),
  gap: (gap: number) => t(`距上一名还差 ${gap}`, `${gap} to the next place`),
  notListed: t('我还没有上榜', 'I am not on the list yet'),
  guest: t('登录后可以看到自己的排名', 'Log in to see your own place'),
});

export type RanksWords = ReturnType<typeof words>;
