/** Gifts of a crowd at a given rate, each separate, including expensive ones: banners and effects are always queued. */
import type { SocketRecord } from '../../mocks/recordings/recording.ts';
import { crowd, giftOf } from '../../scripts/fixtures/chat-people.ts';
import { encodePush } from '../../src/wire/encode-push.ts';

const GIFT_PUSH = 601;
/** The star of room 1001. */
const STAR = { receiverid: 91_001, receiverkugouid: 91_001, receivername: '小喵Momo' } as const;
const SEED = 77;
const PEOPLE = 60;
/** Offsets after those of the recordings; a round of the replay has space for 10,000. */
const FIRST_OFFSET = 5_000;

export function giftStorm(giftsPerS: number, forMs: number): SocketRecord[] {
  const { viewers, pick } = crowd(SEED, PEOPLE);
  return Array.from({ length: Math.round((giftsPerS * forMs) / 1_000) }, (_, index) => {
    const giver = pick(viewers);
    const body = {
      ...giftOf(pick),
      ...STAR,
      num: pick([1, 1, 5, 10]),
      senderid: giver.id,
      senderkugouid: giver.id,
      sendername: giver.name,
      senderrichlevel: giver.richLevel,
      senderlogo: giver.logo,
      type: 1,
      ext: encodeURIComponent(JSON.stringify(giver.ext)),
    };
    const bytes = encodePush({ id: GIFT_PUSH, body, offset: FIRST_OFFSET + index, msgId: `storm-${index}`, time: 0 });
    return { atMs: Math.floor((index * 1_000) / giftsPerS), direction: 'in', form: 'binary', bytes };
  });
}
