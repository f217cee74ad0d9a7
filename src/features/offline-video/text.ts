import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  noLive: t('主播暂未开播', 'The star is not live right now'),
  over: t('直播已结束', 'The show has ended'),
  rerun: t('录播', 'Rerun'),
  replay: t('主播精彩回放', 'Highlights'),
  replays: t('精彩回放列表', 'More highlights'),
  untitled: t('精彩片段', 'Highlight'),
  ended: (when: string) => t(`上次直播 ${when} 结束`, `Last show ended ${when}`),
  nextLive: (when: string) => t(`下次开播 ${when}`, `Next show ${when}`),
});

export type OfflineVideoWords = ReturnType<typeof words>;
