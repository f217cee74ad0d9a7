import { readSong, REAL_SING, realSingView } from '../../../src/features/real-sing/room.ts';
import { messageOf } from '../../message-of.ts';
import { expect, test } from 'vitest';

const song = (fields: Readonly<Record<string, unknown>>) =>
  readSong(messageOf('real-sing-log', { songId: 4, songName: '晴天', status: 1, score: 60, content: '好', ...fields }).body);

test('S9 S37 the badge of a song has the status `listening` or `real`; any other status removes it', () => {
  expect(song({})).toEqual({
    type: 'seen',
    key: '4',
    forMs: 420_000,
    item: { songName: '晴天', status: 'listening', score: 60, text: '好' },
  });
  expect(song({ status: 2, score: 900, songName: '长'.repeat(50), content: 'x'.repeat(50) })).toMatchObject({
    item: { status: 'real', score: 100, songName: '长'.repeat(30), text: 'x'.repeat(30) },
  });
  expect([song({ status: 0 }), song({ status: 3 })]).toEqual([
    { type: 'gone', key: '4' },
    { type: 'gone', key: '4' },
  ]);
});

test('S9 S37 a song found to be real stays so, and another score is shown', () => {
  const after = (...events: readonly ReturnType<typeof song>[]) =>
    realSingView(events.reduce((state, event) => REAL_SING.step(state, event, 0, { userId: 7 })[0], REAL_SING.initial));
  expect(after()).toBeNull();
  expect(after(song({ status: 2 }), song({ score: 10 }))).toMatchObject({ status: 'real', score: 60 });
  expect(after(song({}), song({ score: 70 }))).toMatchObject({ status: 'listening', score: 70 });
  expect(after(song({}), song({ status: 2 }))).toMatchObject({ status: 'real' });
  expect(after(song({}), song({ status: 0 }))).toBeNull();
  // A late message about a song that another one replaced.
  expect(after(song({}), song({ songId: 5 }), song({ songId: 5, status: 0 }), song({}))).toBeNull();
});
