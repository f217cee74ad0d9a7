import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  /** `name`: the first 15 characters of the nickname (P11). */
  welcome: (name: string) => t(`欢迎 ${name} 驾到`, `Welcome, ${name}`),
  arrived: t('进入直播间', 'has arrived'),
});

export type MountsWords = ReturnType<typeof words>;
