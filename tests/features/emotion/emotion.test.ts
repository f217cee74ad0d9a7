import { describe, expect, test } from 'vitest';
import { room } from '../../../src/features/emotion/room.ts';
import type { EmotionView } from '../../../src/features/emotion/rules.ts';
import { testsOfPlay } from '../../feature-plays.ts';
import { featureRoom } from '../../feature-room.ts';

describe('S9 S37 emotion with its scripted session', () => {
  testsOfPlay('emotion', 60_000);
});

test('S9 S37 a user who sends the same sticker again is shown again, and a repeated message with an id is shown once', () => {
  const viewer = featureRoom(room, { userId: 7, feature: 'emotion' }, (view) => view as EmotionView);
  const send = (id: number): void =>
    viewer.take({
      name: 'emotion',
      toUserId: null,
      body: { emotionId: 4, name: '开心', id, user: { userId: 5, nickname: '小鱼' } as never },
    });
  const shown = [0, 0, 9, 9].map((id) => {
    send(id);
    const { name } = viewer.view() ?? { name: null };
    viewer.clock.advance(10_000);
    return name;
  });
  expect(shown).toEqual(['开心', '开心', '开心', null]);
});
