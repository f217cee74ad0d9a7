import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('点歌', 'Song orders'),
  about: t(
    '选一首歌点给主播，按顺序排队；主播接受后会唱给你听，没有被接受就退回星币。',
    'Order a song and wait for your turn: the star sings the songs that are accepted. An order that is not accepted is refunded.',
  ),
  open: t('打开点歌列表', 'Open the list of songs'),
  status: {
    menu: '',
    wished: t('等待主播接受', 'Waiting for the star'),
    accepted: t('已接受', 'Accepted'),
    singing: t('正在演唱', 'Now singing'),
    sung: t('唱完了', 'Sung'),
    refused: t('星币已退回', 'Refunded'),
  },
  news: {
    accepted: (title: string) => t(`主播接受了你点的《${title}》`, `The star accepted your song “${title}”`),
    singing: (title: string) => t(`主播开始唱你点的《${title}》`, `The star is singing your song “${title}”`),
    refused: (title: string) =>
      t(`你点的《${title}》没有被接受，星币已退回`, `Your song “${title}” was not accepted; your coins are refunded`),
  },
  by: (name: string) => t(`${name} 点的歌`, `ordered by ${name}`),
  mine: t('你点的歌', 'your song'),
  score: String,
  queue: (count: number) => t(`排队 ${count}`, `In the queue: ${count}`),
  turn: (seconds: number) => t(`每位歌手演唱 ${seconds} 秒`, `Each singer’s turn lasts ${seconds} s`),
  none: t('还没有人排队，来点第一首吧', 'Nobody is waiting: order the first song'),
  offers: t('选一首歌', 'Pick a song'),
  noOffers: t('主播现在不接受点歌', 'The star is not taking orders now'),
  verb: {
    request: t('点歌', 'Order'),
    accept: t('接受', 'Accept'),
    refuse: t('拒绝', 'Refuse'),
    start: t('开始唱', 'Sing it'),
    finish: t('唱完了', 'Done'),
  },
});

export type SongOrdersWords = ReturnType<typeof words>;
