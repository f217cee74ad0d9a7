import { defineFeature } from '../../core/feature.ts';

/** S30, S31: activities, links, mini-apps and the club page in frames; other features open a frame by an action of this feature. */
export const manifest = defineFeature({
  name: 'frames',
  wakes: ['action'],
  messages: [],
  slot: 'dialog',
  opens: 'activity',
  uses: ['frame-reports'],
  entry: { icon: 'activities', label: { 'zh-CN': '活动', en: 'Activities' } },
});
