import { readSticker } from '../../../src/features/emotion/room.ts';
import { messageOf } from '../../message-of.ts';
import { expect, test } from 'vitest';

const sticker = (fields: Readonly<Record<string, unknown>>) => readSticker(messageOf('emotion', fields).body, 50);
const USER = { userId: 7, nickname: '小鱼' };

test('S9 S37 a sticker has an image, a name or both, and none without either', () => {
  expect(sticker({ name: '开心', user: USER })).toMatchObject({ name: '开心', iconUrl: '', sender: '小鱼' });
  expect(sticker({ iconUrl: '/happy.png' })).toMatchObject({ name: '', iconUrl: '/happy.png' });
  expect(sticker({ name: ' ', user: USER })).toBeNull();
  // Without an id, sender, sticker and time identify it.
  const keys = [{ id: 3 }, { emotionId: 2, user: USER }, { emotionId: 2 }].map((fields) => sticker({ name: '开心', ...fields })?.key);
  expect(keys).toEqual(['3', '7 2 50', '0 2 50']);
});
