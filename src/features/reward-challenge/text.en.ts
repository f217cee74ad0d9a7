import type { ChallengeWords } from './text.zh-CN.ts';

export const words: ChallengeWords = {
  title: 'Challenges',
  about:
    'Put a reward on a challenge for the star. Once it is taken, everybody cheers: if the goal is reached in time the star gets the reward, else it is paid back.',
  open: 'Open the challenges',
  status: {
    menu: '',
    offered: 'Waits for the star',
    running: 'Under way',
    complete: 'Done',
    refunded: 'Paid back',
    evaluated: 'Rated',
  },
  news: {
    running: (title) => `The star takes your challenge: ${title}`,
    complete: (title) => `Done: ${title}. How was it?`,
    refunded: (title) => `Not done: ${title}. Your coins are paid back`,
  },
  by: (name) => `by ${name}`,
  mine: 'yours',
  progress: (score, goal) => `${score} of ${goal} cheers`,
  score: (score) => '★★★★★'.slice(0, score),
  queue: (count) => `Waiting challenges: ${count}`,
  none: 'No challenge yet: offer the first one',
  offers: 'Choose a challenge',
  noOffers: 'No challenge can be offered now',
  verb: { request: 'Offer', cheer: 'Cheer +1', cancel: 'Withdraw', start: 'Take', refuse: 'Refuse', evaluate: 'Rate' },
};
