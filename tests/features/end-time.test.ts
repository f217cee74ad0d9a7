import { expect, test } from 'vitest';
import { sessionPush } from '../../mocks/sessions/session.ts';
import { room as musicGuess } from '../../src/features/music-guess/room.ts';
import { room as musicPk } from '../../src/features/music-pk/room.ts';
import { room as numberLucky } from '../../src/features/number-lucky/room.ts';
import { room as rewardChallenge } from '../../src/features/reward-challenge/room.ts';
import { room as rewardSquare } from '../../src/features/reward-square/room.ts';
import { featureRoom } from '../feature-room.ts';

interface View {
  readonly leftMs?: number;
  readonly current?: { readonly leftMs: number };
}
const option = (id: string) => ({ id, text: id, right: false, count: 0 });
const question = (endTime: number) => ({ questionId: 1, title: 't', songUrl: '', index: 0, endTime, options: [option('a'), option('b')] });

test.each([
  ['music-pk-match', 'music-pk', musicPk, { pkId: 1, status: 1 }],
  ['music-pk-rounds', 'music-pk', musicPk, { pkId: 1, round: 1 }],
  ['music-guess-status', 'music-guess', musicGuess, { guessId: 1, status: 1, round: 1 }],
  ['number-lucky', 'number-lucky', numberLucky, { activityId: 1, status: 1 }],
  ['reward-challenge-status', 'reward-challenge', rewardChallenge, { orderId: 'a', status: 2 }],
  ['reward-square-start', 'reward-square', rewardSquare, { orderId: 'a' }],
] as const)(
  'P6 S9 S37 %s without leftMs counts down to its endTime by the server’s clock, and leftMs has priority',
  (name, feature, part, body) => {
    for (const clockAheadMs of [0, 3_600_000, -3_600_000]) {
      const viewer = featureRoom(part, { userId: 7, feature, clockAheadMs }, (view) => view as View);
      const endTime = viewer.clock.epochMs() - clockAheadMs + 20_000;
      const leftMs = (version: number, change: object) => {
        const timed = name === 'music-pk-rounds' ? { question: question(endTime) } : { endTime };
        viewer.take(sessionPush(name, { ...body, ...timed, version, ...change }));
        return viewer.view()?.current?.leftMs ?? viewer.view()?.leftMs;
      };
      expect(leftMs(1, {})).toBe(20_000);
      viewer.clock.advance(1_000);
      expect(leftMs(2, {})).toBe(19_000);
      expect(leftMs(3, { leftMs: 9_000 })).toBe(9_000);
    }
  },
);
