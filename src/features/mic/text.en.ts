import { counted } from '../../ui/text/counted.ts';
import type { MicWords } from './text.zh-CN.ts';

export const words: MicWords = {
  title: 'Linked mics',
  you: 'You',
  waiting: (count) => `${count} waiting`,
  statuses: { connecting: 'connecting', muted: 'muted', 'muted-by-star': 'muted by the star' },
  volume: (name) => `Volume of ${name}`,
  wishes: {
    waits: (position) => (position > 0 ? `You asked to join: number ${position} in the line` : 'You asked to join and wait for the star'),
    accepted: () => 'The star accepted you, connecting',
    refused: () => 'The star did not accept you this time',
    invited: () => 'The star invites you to join',
  },
  isGuest: 'You are linked with the star',
  nobody: 'The star takes guests: be the first one',
  nobodyStar: 'The link is open, no guest yet',
  verbs: { request: 'Ask to join', cancel: 'Cancel', leave: 'Leave', accept: 'Join' },
  closed: 'The link is closed. Once it is open viewers can ask to join, up to three guests.',
  opened: (guests, waiting) => `The link is open: ${counted(guests, 'guest')}, ${waiting} waiting`,
  asking: 'Viewers who ask to join',
  choices: { admit: 'Accept', refuse: 'Refuse' },
  choose: { admit: (name) => `Accept ${name}`, refuse: (name) => `Refuse ${name}` },
  open: 'Open the link',
  close: 'Close the link',
  failed: 'It failed, please try again',
};
