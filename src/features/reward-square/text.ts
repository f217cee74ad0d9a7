import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('悬赏广场', 'Services'),
  about: t(
    '这里是主播提供的服务。选一项下单，主播接单后为你完成；完成后可以评价，没有接单就退回星币。',
    'What the star does for viewers. Order a service and rate it when it is done; an order that is not taken is refunded.',
  ),
  open: t('打开悬赏广场', 'Open the services'),
  status: {
    service: '',
    created: t('等待接单', 'Waiting for the star'),
    accepted: t('已接单', 'Accepted'),
    reminded: t('即将开始', 'Begins soon'),
    started: t('进行中', 'Under way'),
    completed: t('已完成', 'Done'),
    refused: t('未接单，已退回', 'Not taken, refunded'),
    refunded: t('星币已退回', 'Refunded'),
    evaluated: t('已评价', 'Rated'),
  },
  news: {
    accepted: (title: string) => t(`主播接了你的「${title}」`, `The star took your order: ${title}`),
    reminded: (title: string) => t(`你的「${title}」即将开始`, `Your order begins soon: ${title}`),
    started: (title: string) => t(`你的「${title}」开始了`, `Your order begins: ${title}`),
    completed: (title: string) => t(`你的「${title}」完成了，来评价一下吧`, `Done: ${title}. How was it?`),
    refused: (title: string) => t(`主播没有接你的「${title}」，星币已退回`, `Not taken: ${title}. Your coins are refunded`),
    refunded: (title: string) => t(`你的「${title}」已取消，星币已退回`, `Cancelled: ${title}. Your coins are refunded`),
  },
  by: (name: string) => t(`${name} 的订单`, `ordered by ${name}`),
  mine: t('你的订单', 'yours'),
  score: (score: number) => '★★★★★'.slice(0, score),
  queue: (count: number) => t(`等待中的订单 ${count}`, `Waiting orders: ${count}`),
  none: t('还没有订单，来下第一单吧', 'No order yet: make the first one'),
  offers: t('选一项服务', 'Choose a service'),
  noOffers: t('主播现在没有提供服务', 'The star is not offering services now'),
  verb: {
    request: t('下单', 'Order'),
    cancel: t('取消订单', 'Cancel'),
    accept: t('接单', 'Take'),
    refuse: t('不接', 'Refuse'),
    start: t('开始', 'Begin'),
    finish: t('完成', 'Done'),
    evaluate: t('评价', 'Rate'),
  },
});

export type SquareWords = ReturnType<typeof words>;
