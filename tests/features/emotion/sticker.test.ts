import { expect, test } from 'vitest';
import { readSticker } from '../../../src/features/emotion/rules.ts';
import type { BodyOfMessage } from '../../../src/wire/registry.ts';
import { messageOf } from '../../message-of.ts';

const sticker = (fields: Readonly<Record<string, unknown>>) =>
  readSticker(messageOf('emotion', fields).body as BodyOfMessage<'emotion'>, 50);
const USER = { userId: 7, nickname: '小鱼' };

test('S9 S37 a sticker has an image, a name or both, and none without either', () => {
  expect(sticker({ name: '开心', user: USER })).toMatchObject({ name: '开心', iconUrl: '', sender: '小鱼' });
  expect(sticker({ iconUrl: '/happy.png' })).toMatchObject({ name: '', iconUrl: '/happy.png' });
  expect(sticker({ name: ' ', user: USER })).toBeNull();
});

test('S9 S37 a sticker is identified by its id, or by sender, kind and arrival, and is shown for its time', () => {
  expect(sticker({ id: 9, emotionId: 4, name: 'a', user: USER })?.key).toBe('9');
  expect(sticker({ emotionId: 4, name: 'a', user: USER })?.key).toBe('7 4 50');
  expect(sticker({ emotionId: 4, name: 'a' })?.key).toBe('0 4 50');
  expect(sticker({ name: 'a', durationS: 8 })?.showMs).toBe(8_000);
  expect(sticker({ name: 'a' })?.showMs).toBe(5_000);
  expect(sticker({ name: '长'.repeat(20) })?.name).toHaveLength(12);
});
