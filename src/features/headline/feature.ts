import { defineFeature } from '../../core/feature.ts';

/** S37: headlines of the whole site over the stage, one at a time, with a link to their room (400002 to 400004). */
export const manifest = defineFeature({
  name: 'headline',
  wakes: ['message'],
  messages: ['headline-content', 'headline-content-next', 'headline-message'],
  slot: 'stage-strip',
  dock: { title: { 'zh-CN': '头条', en: 'Headlines' }, weight: 30 },
});
