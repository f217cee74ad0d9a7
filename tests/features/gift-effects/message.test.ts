import { expect, test } from 'vitest';
import { readGift } from '../../../src/features/gift-effects/rules-message.ts';
import { words as en } from '../../../src/features/gift-effects/text.en.ts';
import { words as zh } from '../../../src/features/gift-effects/text.zh-CN.ts';
import type { BodyOfMessage } from '../../../src/wire/registry.ts';
import { messageOf } from '../../message-of.ts';

const bodyOf = (fields: Readonly<Record<string, unknown>>): BodyOfMessage<'gift'> =>
  messageOf('gift', fields).body as BodyOfMessage<'gift'>;

test('S9 S21 a gift message becomes a display item; a combo belongs to one sender, and the own gift is marked', () => {
  const fields = {
    giftid: 7,
    giftname: '火箭',
    num: 2,
    price: 1_999,
    senderid: 5,
    sendername: '小鱼',
    receivername: '小喵',
    comboId: 'c',
    videoUrls: ['javascript:x', '/a.mp4'],
  };
  const show = readGift(bodyOf(fields), 5);
  expect(show).toMatchObject({ key: '5:7:c', isOwn: true, coins: 3_998, videoUrl: '/a.mp4', receiver: '小喵', sender: '小鱼' });
  expect(readGift(bodyOf({ ...fields, senderid: 6 }), 5)).toMatchObject({ key: '6:7:c', isOwn: false });
  expect(readGift(bodyOf({ ...fields, senderid: 0 }), 0)?.isOwn).toBe(false);
  const many = { ...fields, receivers: [{ nickname: 'a' }, { nickname: 'b' }, { nickname: 'c' }] };
  expect(readGift(bodyOf(many), 5)?.receiver).toBe('a & b');
  expect(readGift(bodyOf({ ...fields, ext: encodeURIComponent('{"mystic":1}') }), 5)?.senderId).toBe(0);
});

test('S8 S21 hostile fields are truncated, limited or dropped, and a gift without a name is ignored', () => {
  expect(readGift(bodyOf({ giftname: '' }), 5)).toBeNull();
  expect(readGift(bodyOf({ giftname: '  ' }), 5)).toBeNull();
  const show = readGift(
    bodyOf({
      giftname: `<img src=x>${'长'.repeat(5_000)}`,
      num: -3,
      price: Number.MAX_SAFE_INTEGER,
      comboSum: -1,
      comboLevel: 1_000_000,
      comboId: '__proto__'.repeat(100),
      videoUrls: ['data:video/mp4,x', '//evil.test/x', '/a b'],
      iconUrl: 'javascript:alert(1)',
      label: '&lt;b&gt;',
    }),
    5,
  )!;
  expect(Array.from(show.gift)).toHaveLength(24);
  expect(show).toMatchObject({ num: 1, comboSum: 0, comboLevel: 9, videoUrl: '', iconUrl: '', label: '<b>' });
  expect(show.coins).toBeLessThanOrEqual(1_000_000_000);
  expect(show.key.length).toBeLessThan(128);
});

test('S9 S21 a gift shows its round and its sender’s fancy number, if present', () => {
  const show = readGift(bodyOf({ giftname: '火箭', round: 2, roundTotal: 3, fancyNumber: { number: '88888' } }), 5);
  expect(show).toMatchObject({ round: 2, roundTotal: 3, fancyNumber: '88888' });
  expect([zh.round(2, 3), en.round(2, 3), zh.round(2, 0), zh.fancy('88888')]).toEqual(['第 2/3 轮', 'Round 2/3', '第 2 轮', '靓号 88888']);
  expect(readGift(bodyOf({ giftname: '火箭', round: -1 }), 5)).toMatchObject({ round: 0, roundTotal: 0, fancyNumber: '' });
});
