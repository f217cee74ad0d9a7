import type { Translate } from '../../ui/features/panel.ts';
import { counted } from '../../ui/text/counted.ts';

export const words = (t: Translate) => ({
  title: t('坦克大战', 'Tanks'),
  tanks: (count: number) => t(`${count} 辆坦克正在交战`, counted(count, 'tank is fighting', 'tanks are fighting')),
  withYou: (count: number) => t(`${count} 辆坦克正在交战，你在其中`, `${count} tanks are fighting, you are one of them`),
  you: t('你', 'You'),
  comma: t('，', ', '),
  join: t('开坦克加入', 'Join with a tank'),
  open: t('打开游戏', 'Open the game'),
  failed: t('加入失败，请重试', 'Joining failed, please try again'),
});

export type TankWords = ReturnType<typeof words>;
