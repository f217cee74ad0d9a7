import type { PetWords } from './text.zh-CN.ts';

export const words: PetWords = {
  title: 'Your pet missed an order',
  anOrder: 'an order',
  missed: (order) => `Missed: ${order}`,
  brings: (coin) => `Taking it now brings ${coin} coins`,
  seconds: (left) => `${left} s left`,
  take: 'Take it',
  leave: 'Leave it',
  taken: 'Taken',
  got: (coin) => `You got ${coin} coins`,
  more: (count) => `${count} more`,
  failed: 'It could not be taken, please try again',
};
