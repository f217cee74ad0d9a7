import { defineFeature } from '../../core/feature.ts';

/** S35: explanation shown when a hidden name is pressed. The names are hidden by core/room/people/mystic.ts. */
export const manifest = defineFeature({
  name: 'mystic-viewer',
  title: { 'zh-CN': '神秘人', en: 'Mystic viewers' },
  wakes: ['action'],
  messages: [],
  slot: 'dialog',
  opens: 'mystic-card',
});
