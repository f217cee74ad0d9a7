/** P30: a message of the stream waits until the element displays its picture. */
import { expect, test, vi } from 'vitest';
import { ElementMessages } from '../../kinds/h264.ts';
import { MESSAGE_SCRIPT, MESSAGE_UUID, type StreamMessage } from '../../rules/messages/stream-messages.ts';
import { eachOnPage } from './fake-video.ts';

eachOnPage();

const CODE = 1;
const sei = (pts: unknown) => ({
  uuid: Uint8Array.from(MESSAGE_UUID),
  user_data: new TextEncoder().encode(JSON.stringify({ type: CODE, data: { a: 7 } })),
  pts,
});

function open() {
  const video = { readyState: 2, currentTime: 10, playbackRate: 1, buffered: { length: 1, end: () => 12 } };
  const shown: StreamMessage[] = [];
  const messages = new ElementMessages(video as unknown as HTMLVideoElement, (due) => shown.push(...due));
  /** The element plays for this time. */
  const play = async (ms: number): Promise<void> => {
    for (let at = 0; at < ms; at += 100) {
      video.currentTime += 0.1;
      await vi.advanceTimersByTimeAsync(100);
    }
  };
  return { video, messages, shown, play };
}

test('P30 an SEI waits for the picture of its time, not for the end of the buffer', async () => {
  const it = open();
  // The first one gives the distance of both clocks: 90 s of the stream are 12 s of the element.
  it.messages.sei(sei(90_000));
  it.video.buffered.end = () => 13;
  it.messages.sei(sei(91_300));
  await it.play(1_800);
  expect(it.shown).toEqual([]);
  await it.play(500);
  expect(it.shown).toMatchObject([{ ptsMs: 12_000, json: '{"a":7}' }]);
  await it.play(800);
  expect(it.shown).toHaveLength(1);
  await it.play(500);
  expect(it.shown).toMatchObject([{ ptsMs: 12_000 }, { ptsMs: 13_300 }]);
});

test('P30 a script and an SEI without a time belong to the end of the buffer', async () => {
  const it = open();
  it.messages.script({ [MESSAGE_SCRIPT]: { type: CODE, data: 1 }, other: 2 });
  it.messages.sei(sei(undefined));
  await it.play(1_800);
  expect(it.shown).toEqual([]);
  await it.play(500);
  expect(it.shown.map(({ ptsMs, json }) => [ptsMs, json])).toEqual([
    [12_000, '1'],
    [12_000, '{"a":7}'],
  ]);
});

test('P30 before the first picture nothing is shown, foreign data is skipped, and a player that ended shows nothing', async () => {
  const it = open();
  it.video.readyState = 1;
  it.messages.sei(sei(90_000));
  for (const data of [null, 'x', {}, { uuid: new Uint8Array(16), user_data: new Uint8Array(), pts: 1 }]) it.messages.sei(data);
  it.messages.script(null);
  await it.play(3_000);
  expect(it.shown).toEqual([]);
  it.video.readyState = 2;
  it.messages.dispose();
  await it.play(1_000);
  expect(it.shown).toEqual([]);
});
