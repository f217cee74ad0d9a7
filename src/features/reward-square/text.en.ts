import type { SquareWords } from './text.zh-CN.ts';

export const words: SquareWords = {
  title: 'Services',
  about: 'What the star does for viewers. Order a service; once it is done you can rate it, and what is not taken is paid back.',
  open: 'Open the services',
  status: {
    service: '',
    created: 'Waits for the star',
    accepted: 'Accepted',
    reminded: 'Begins soon',
    started: 'Under way',
    completed: 'Done',
    refused: 'Not taken, paid back',
    refunded: 'Paid back',
    evaluated: 'Rated',
  },
  news: {
    accepted: (title) => `The star takes your order: ${title}`,
    reminded: (title) => `Your order begins soon: ${title}`,
    started: (title) => `Your order begins: ${title}`,
    completed: (title) => `Done: ${title}. How was it?`,
    refused: (title) => `Not taken: ${title}. Your coins are paid back`,
    refunded: (title) => `Cancelled: ${title}. Your coins are paid back`,
  },
  by: (name) => `ordered by ${name}`,
  mine: 'yours',
  score: (score) => '★★★★★'.slice(0, score),
  queue: (count) => `Waiting orders: ${count}`,
  none: 'No order yet: make the first one',
  offers: 'Choose a service',
  noOffers: 'The star offers no service now',
  verb: { request: 'Order', cancel: 'Cancel', accept: 'Take', refuse: 'Refuse', start: 'Begin', finish: 'Done', evaluate: 'Rate' },
};
