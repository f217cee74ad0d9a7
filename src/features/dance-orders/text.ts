import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('点舞', 'Dance orders'),
  about: t(
    '选一支舞点给主播，按顺序排队；快到你时会提醒，跳完给出评分，没有跳成就退回星币。',
    'Order a dance and wait for your turn. You are told before it begins and see its score afterwards. A dance that is not performed is refunded.',
  ),
  open: t('打开点舞列表', 'Open the dance orders'),
  status: {
    menu: '',
    queued: t('排队中', 'In the queue'),
    reminded: t('马上轮到', 'Up next'),
    dancing: t('正在跳', 'Dancing'),
    scored: t('跳完了', 'Danced'),
    refunded: t('星币已退回', 'Refunded'),
  },
  news: {
    reminded: (title: string) => t(`马上轮到你点的「${title}」了`, `Your dance is up next: ${title}`),
    dancing: (title: string) => t(`主播开始跳你点的「${title}」`, `The star is dancing your order: ${title}`),
    scored: (title: string) => t(`你点的「${title}」跳完了，快看看评分`, `Your dance is over: ${title}. See its score`),
    refunded: (title: string) => t(`你点的「${title}」没有跳成，星币已退回`, `Not danced: ${title}. Your coins are refunded`),
  },
  by: (name: string) => t(`${name} 点的舞`, `ordered by ${name}`),
  mine: t('你点的舞', 'yours'),
  score: (score: number) => t(`${score} 分`, `${score} points`),
  queue: (count: number) => t(`排队 ${count}`, `In the queue: ${count}`),
  none: t('还没有人排队，来点第一支吧', 'The queue is empty: order the first dance'),
  offers: t('选一支舞', 'Choose a dance'),
  noOffers: t('主播现在不接受点舞', 'The star is not taking dance orders now'),
  verb: {
    request: t('点舞', 'Order'),
    cancel: t('取消', 'Cancel'),
    accept: t('准备', 'Get ready'),
    refuse: t('拒绝', 'Refuse'),
    start: t('开始跳', 'Dance'),
    finish: t('跳完了', 'Done'),
  },
});

export type DanceWords = ReturnType<typeof words>;
