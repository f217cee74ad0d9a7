import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  playing: t('正在回放节目', 'Playing a recording'),
  backToLive: t('回到直播', 'Back to live'),
});

export type LeadInWords = ReturnType<typeof words>;
