import { defineFeature } from '../../core/feature.ts';

/** S24: ways to log in. Its panel is in the room's login dialog (ui/overlays/RoomDialog.tsx). */
export const manifest = defineFeature({
  name: 'login',
  title: { 'zh-CN': '登录', en: 'Login' },
  wakes: ['action'],
  messages: [],
  slot: null,
  uses: ['sign-in'],
});
