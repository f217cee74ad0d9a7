import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('粉丝团', 'Fan club'),
  loading: t('加载中...', 'Loading...'),
  failed: t('加载失败，请稍后再试', 'It could not be loaded. Please try again later'),
  retry: t('重新加载', 'Load again'),
  level: (level: number) => t(`${level} 级`, `Level ${level}`),
  intimacy: (intimacy: number) => t(`亲密度 ${intimacy}`, `Intimacy ${intimacy}`),
  guard: (type: number) => t(type === 2 ? '年守护' : '守护', type === 2 ? 'Guard for a year' : 'Guard'),
  members: (count: number) => t(`${count} 位成员`, `${count} members`),
  follows: t('已关注主播', 'You follow the star'),
  refused: {
    join: t('没能加入粉丝团，请稍后再试', 'You could not join. Please try again later'),
    'light-up': t('铭牌没能点亮，请稍后再试', 'The badge could not be lit. Please try again later'),
  },
  littleGuard: t('小守护', 'Little guard'),
  noGuard: t('未开通', 'None yet'),
  guardTitle: t('守护', 'Guard'),
  plate: (id: number) => t(`铭牌 ${id}`, `Badge ${id}`),
  lit: t('铭牌已点亮', 'The badge is lit'),
  lightUp: t('点亮铭牌', 'Light up the badge'),
  join: t('加入粉丝团', 'Join the club'),
});

export type FanClubWords = ReturnType<typeof words>;
