import { rows, more, BOX, type FeatureWires } from '../../wires/feature-wires.ts';
import { STAR_ID, VIEWER } from '../../wires/people.ts';
import type { GiftsAction } from '../../../src/features/gifts/rules.ts';

const GIFT_LIST = {
  code: 0,
  data: { tabs: [{ name: '热门', gifts: [{ giftId: 5, name: '花', price: 10, giftType: 1, letter: 1 }] }] },
};
export const GIFT = { giftId: 5, from: 'coins', count: 3, receiverId: STAR_ID, letter: '给你' } as const;
export const GIFT_ANSWERS = {
  '/gift/list': GIFT_LIST,
  '/gift/wallet': { code: 0, data: { balance: 900, bag: [] } },
  '/gift/send': { code: 0, data: { balance: 870 } },
};

export const wires: FeatureWires = {
  actions: [
    rows<GiftsAction>(
      {
        ...BOX,
        combo: [{}],
        quick: [{}],
        login: [{}],
        'retry-wallet': [{}],
        send: [{ request: GIFT }],
        recharge: [{ step: 'pay' }, { step: 'done' }, { step: 'leave' }],
      },
      {
        answers: GIFT_ANSWERS,
        before: [{ type: 'entry' }],
      },
    ),
    more<GiftsAction>(
      'after a gift',
      { combo: [{}] },
      {
        answers: GIFT_ANSWERS,
        before: [{ type: 'entry' }, { type: 'send', request: GIFT }],
        ofTheRoom: [{ type: 'logout' }],
      },
    ),
    more<GiftsAction>(
      'without coins',
      { recharge: [{ step: 'pay' }, { step: 'done' }, { step: 'leave' }] },
      { answers: { ...GIFT_ANSWERS, '/gift/send': { code: 100032049 } }, before: [{ type: 'entry' }, { type: 'send', request: GIFT }] },
    ),
    more<GiftsAction>(
      'without coins and with a page of the config',
      { recharge: [{ step: 'pay' }] },
      {
        answers: { ...GIFT_ANSWERS, '/gift/send': { code: 100032049 }, '/config': { rechargeUrl: 'https://pay.test/coins' } },
        before: [{ type: 'entry' }, { type: 'send', request: GIFT }],
      },
    ),
    more<GiftsAction>(
      'without coins and without the guide',
      { send: [{ request: GIFT }] },
      { answers: { ...GIFT_ANSWERS, '/gift/send': { code: 100032049 }, '/config': { rechargeGuide: 0 } }, before: [{ type: 'entry' }] },
    ),
  ],
  cases: { gift: [{ senderid: VIEWER.userId }], 'socket-gift': [{ senderid: VIEWER.userId }] },
};
