import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('宠物错过了订单', 'Your pet missed an order'),
  anOrder: t('一个订单', 'an order'),
  missed: (order: string) => t(`刚才没接到：${order}`, `Missed: ${order}`),
  brings: (coin: number) => t(`补接可得 ${coin} 星币`, `Taking it now brings ${coin} coins`),
  seconds: (left: number) => t(`${left} 秒内可补接`, `${left} s left`),
  take: t('补接', 'Take it'),
  leave: t('不接了', 'Leave it'),
  taken: t('已补接', 'Taken'),
  got: (coin: number) => t(`获得 ${coin} 星币`, `You got ${coin} coins`),
  more: (count: number) => t(`还有 ${count} 个`, `${count} more`),
  failed: t('补接失败，请重试', 'The order was not taken, please try again'),
});

export type PetWords = ReturnType<typeof words>;
