import type { DanceWords } from './text.zh-CN.ts';

export const words: DanceWords = {
  title: 'Dance orders',
  about: 'Order a dance and wait for your turn. You are told before it comes and see the score after it; what is not danced is paid back.',
  open: 'Open the dances',
  status: { menu: '', queued: 'In the queue', reminded: 'Up next', dancing: 'Dancing', scored: 'Danced', refunded: 'Paid back' },
  news: {
    reminded: (title) => `Your dance is up next: ${title}`,
    dancing: (title) => `The star dances your order: ${title}`,
    scored: (title) => `Your dance is over: ${title}. See its score`,
    refunded: (title) => `Not danced: ${title}. Your coins are paid back`,
  },
  by: (name) => `ordered by ${name}`,
  mine: 'yours',
  score: (score) => `${score} points`,
  queue: (count) => `In the queue: ${count}`,
  none: 'Nobody waits: order the first dance',
  offers: 'Choose a dance',
  noOffers: 'The star takes no dance orders now',
  verb: { request: 'Order', cancel: 'Cancel', accept: 'Get ready', refuse: 'Refuse', start: 'Dance', finish: 'Done' },
};
