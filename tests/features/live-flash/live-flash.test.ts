import { expect, test } from 'vitest';
import { playedFeature, VIEWER_ID } from '../../feature-plays.ts';
import { STAR_ID } from '../../feature-room.ts';

test('S37 the star writes a live flash, which the room receives as a headline; other users may not', async () => {
  const play = await playedFeature('live-flash', [STAR_ID, VIEWER_ID]);
  const [star, viewer] = play.viewers;
  await star!.act({ type: 'entry' });
  await star!.act({ type: 'write', text: '   ' });
  expect(star?.view()).toMatchObject({ ask: { name: 'idle' } });
  await star!.act({ type: 'write', text: ' 九点抽奖 ' });
  expect(star?.view()).toMatchObject({ ask: { name: 'done', what: '九点抽奖' } });
  await viewer!.act({ type: 'entry' });
  await viewer!.act({ type: 'write', text: '九点抽奖' });
  expect(viewer?.view()).toMatchObject({ ask: { name: 'failed', text: '仅主播可操作' } });
  play.host.dispose();
});
