import { IDLE } from '../../../src/core/room/feature/feature-request.ts';
import {
  type LiveFlash,
  type LiveFlashEvent,
  liveFlashMachine,
  liveFlashView,
  MAX_FLASH_CHARS,
} from '../../../src/features/live-flash/room.ts';
import { playedFeature, VIEWER_ID } from '../../feature-plays.ts';
import { STAR_ID } from '../../feature-room.ts';
import { expect, test } from 'vitest';

test('S37 the star writes a live flash, which the room receives as a headline; other users may not', async () => {
  const play = await playedFeature('live-flash', [STAR_ID, VIEWER_ID]);
  const [star, viewer] = play.viewers;
  await star!.act({ type: 'entry' });
  await star!.act({ type: 'write', text: '   ' });
  expect(star?.view()).toMatchObject({ request: { name: 'idle' } });
  await star!.act({ type: 'write', text: ' 九点抽奖 ' });
  expect(star?.view()).toMatchObject({ request: { name: 'done', what: '九点抽奖' } });
  await viewer!.act({ type: 'entry' });
  await viewer!.act({ type: 'write', text: '九点抽奖' });
  expect(viewer?.view()).toMatchObject({ request: { name: 'failed', text: '仅主播可操作' } });
  play.host.dispose();
});

const after = (...events: readonly LiveFlashEvent[]): LiveFlash =>
  events.reduce<LiveFlash>((state, event) => liveFlashMachine.step(state, event, 0, null)[0], liveFlashMachine.initial);
const write = (text: string): LiveFlashEvent => ({ type: 'write', text });

test('S37 one flash is sent at a time, trimmed and limited, and only from an open dialog', () => {
  expect(liveFlashMachine.step(after(), write('x'), 0, null)).toEqual([liveFlashMachine.initial]);
  const open = after({ type: 'entry' });
  const long = 'x'.repeat(MAX_FLASH_CHARS + 1);
  const [sending, ...effects] = liveFlashMachine.step(open, write(` ${long} `), 0, null);
  const text = long.slice(1);
  expect([sending.request, effects]).toEqual([{ name: 'sending', what: text }, [{ type: 'call', text }]]);
  expect(liveFlashMachine.step(sending, write('again'), 0, null)).toEqual([sending]);
  expect(liveFlashMachine.step(open, write('  '), 0, null)).toEqual([open]);
});

test('S37 the answer to a flash is shown until the dialog closes; an answer without a request changes nothing', () => {
  const open = after({ type: 'entry' });
  expect(liveFlashMachine.step(open, { type: 'answered', refusal: '失败' }, 0, null)).toEqual([open]);
  const refused = after({ type: 'entry' }, write('a'), { type: 'answered', refusal: '失败' });
  expect(liveFlashView(refused)).toEqual({ request: { name: 'failed', what: 'a', text: '失败' } });
  expect(after({ type: 'entry' }, write('a'), { type: 'answered', refusal: null }).request).toEqual({ name: 'done', what: 'a' });
  const closed = liveFlashMachine.step(refused, { type: 'close' }, 0, null)[0];
  expect([closed, liveFlashView(closed)]).toEqual([{ name: 'closed', request: IDLE }, null]);
  expect([liveFlashMachine.step(open, { type: 'tick' }, 0, null), liveFlashMachine.deadlineMs(open, null)]).toEqual([[open], null]);
});
