import { defineFeature } from '../../core/feature.ts';

/** S34: the star's fan club: visibility switch, the viewer's level, joining and lighting up. */
export const manifest = defineFeature({
  name: 'fan-club',
  wakes: ['action'],
  messages: ['fandom-update'],
  slot: 'dialog',
  roles: [0],
  entry: { icon: 'club', order: 3, label: { 'zh-CN': '粉丝团', en: 'Fan club' } },
});
