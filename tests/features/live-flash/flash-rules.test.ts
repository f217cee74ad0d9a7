import { expect, test } from 'vitest';
import { IDLE } from '../../../src/core/room/feature/ask.ts';
import {
  liveFlashMachine,
  liveFlashView,
  MAX_FLASH_CHARS,
  type LiveFlash,
  type LiveFlashEvent,
} from '../../../src/features/live-flash/rules.ts';

const after = (...events: readonly LiveFlashEvent[]): LiveFlash =>
  events.reduce<LiveFlash>((state, event) => liveFlashMachine.step(state, event, 0, null)[0], liveFlashMachine.initial);
const write = (text: string): LiveFlashEvent => ({ type: 'write', text });

test('S37 one flash is sent at a time, trimmed and limited, and only from an open dialog', () => {
  expect(liveFlashMachine.step(after(), write('x'), 0, null)).toEqual([liveFlashMachine.initial]);
  const open = after({ type: 'open' });
  const long = 'x'.repeat(MAX_FLASH_CHARS + 1);
  const [sending, ...effects] = liveFlashMachine.step(open, write(` ${long} `), 0, null);
  const text = long.slice(1);
  expect([sending.ask, effects]).toEqual([{ name: 'sending', what: text }, [{ type: 'call', text }]]);
  expect(liveFlashMachine.step(sending, write('again'), 0, null)).toEqual([sending]);
  expect(liveFlashMachine.step(open, write('  '), 0, null)).toEqual([open]);
});

test('S37 the answer to a flash is shown until the dialog closes; an answer without a request changes nothing', () => {
  const open = after({ type: 'open' });
  expect(liveFlashMachine.step(open, { type: 'answered', refusal: '失败' }, 0, null)).toEqual([open]);
  const refused = after({ type: 'open' }, write('a'), { type: 'answered', refusal: '失败' });
  expect(liveFlashView(refused)).toEqual({ ask: { name: 'failed', what: 'a', text: '失败' } });
  expect(after({ type: 'open' }, write('a'), { type: 'answered', refusal: null }).ask).toEqual({ name: 'done', what: 'a' });
  const closed = liveFlashMachine.step(refused, { type: 'close' }, 0, null)[0];
  expect([closed, liveFlashView(closed)]).toEqual([{ name: 'closed', ask: IDLE }, null]);
  expect([liveFlashMachine.step(open, { type: 'tick' }, 0, null), liveFlashMachine.deadlineMs(open, null)]).toEqual([[open], null]);
});

test('S37 a dialog that is closed and opened again does not send a flash twice while the first is pending', () => {
  const again = after({ type: 'open' }, write('a'), { type: 'close' }, { type: 'open' });
  expect(liveFlashMachine.step(again, write('a'), 0, null)).toEqual([again]);
  expect(liveFlashMachine.step(again, { type: 'answered', refusal: null }, 0, null)[0].ask).toEqual({ name: 'done', what: 'a' });
});
