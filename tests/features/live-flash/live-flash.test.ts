import { playedFeature, VIEWER_ID } from '../../feature-plays.ts';
import { STAR_ID } from '../../feature-room.ts';
import { expect, test } from 'vitest';

test('S37 the star writes a live flash, which the room receives as a headline; other users may not', async () => {
  const play = await playedFeature('live-flash', [STAR_ID, VIEWER_ID]);
  const [star, viewer] = play.viewers;
  const write = { type: 'request', verb: 'write', fields: { text: '九点抽奖' } };
  expect(star?.view()).toBeNull();
  await star!.act({ type: 'entry' });
  await star!.act(write);
  expect(star?.view()).toEqual({ request: { name: 'done', what: 'write 九点抽奖' } });
  await viewer!.act({ type: 'entry' });
  await viewer!.act(write);
  expect(viewer?.view()).toMatchObject({ request: { name: 'failed', text: '仅主播可操作' } });
  await viewer!.act({ type: 'close' });
  expect(viewer?.view()).toBeNull();
  play.host.dispose();
});
