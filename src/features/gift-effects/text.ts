import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  banners: t('礼物', 'Gifts'),
  gives: (receiver: string, gift: string) =>
    t(receiver === '' ? `送出 ${gift}` : `送给 ${receiver} ${gift}`, receiver === '' ? `sent ${gift}` : `${gift} for ${receiver}`),
  fancy: (number: string) => t(`靓号 ${number}`, `No. ${number}`),
  round: (round: number, total: number) =>
    t(total > 0 ? `第 ${round}/${total} 轮` : `第 ${round} 轮`, total > 0 ? `Round ${round}/${total}` : `Round ${round}`),
  me: t('我', 'You'),
  more: (count: number) => t(`另有 ${count} 件`, `${count} more`),
  effect: (sender: string, gift: string) => t(`${sender} 送出 ${gift}`, `${gift} from ${sender}`),
  skip: t('跳过特效', 'Skip the effect'),
});

export type GiftEffectsWords = ReturnType<typeof words>;
