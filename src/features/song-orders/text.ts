import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('点歌', 'Song orders'),
  singing: t('正在演唱', 'Now singing'),
  by: (name: string) => t(`${name} 点的歌`, `ordered by ${name}`),
  mine: t('你点的歌', 'your song'),
  loading: t('加载中...', 'Loading...'),
  failed: t('加载失败，请稍后再试', 'It could not be loaded. Please try again later'),
  retry: t('重新加载', 'Load again'),
  queue: (count: number) => t(`排队 ${count}`, `In the queue: ${count}`),
  turn: (seconds: number) => t(`每位歌手演唱 ${seconds} 秒`, `Each singer’s turn lasts ${seconds} s`),
  noQueue: t('还没有人排队，来点第一首吧', 'Nobody is waiting: order the first song'),
  status: { wished: t('等待主播接受', 'waiting for the star'), accepted: t('已接受', 'accepted') },
  offers: t('选一首歌', 'Pick a song'),
  closed: t('主播现在不接受点歌', 'The star is not taking orders now'),
  order: (coin: number) => t(`${coin} 星币`, `${coin} coins`),
  orderSong: (song: string, coin: number) => t(`点歌《${song}》，${coin} 星币`, `Order “${song}” for ${coin} coins`),
  sending: t('提交中', 'Sending'),
  requestFailed: t('点歌失败，请重试', 'The order failed, please try again'),
  news: {
    accepted: (song: string) => t(`主播接受了你点的《${song}》`, `The star accepted your song “${song}”`),
    refused: (song: string) =>
      t(`你点的《${song}》没有被接受，星币已退回`, `Your song “${song}” was not accepted; your coins are refunded`),
    singing: (song: string) => t(`主播开始唱你点的《${song}》`, `The star is singing your song “${song}”`),
  },
  accept: t('接受', 'Accept'),
  refuse: t('拒绝', 'Refuse'),
  sing: t('开始唱', 'Sing it'),
  end: t('唱完了', 'Done'),
  left: (time: string) => t(`还剩 ${time}`, `${time} left`),
  open: t('打开点歌列表', 'Open the list of songs'),
});

export type SongOrdersWords = ReturnType<typeof words>;
