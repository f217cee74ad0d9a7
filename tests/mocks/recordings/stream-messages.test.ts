import { expect, test } from 'vitest';
import { SCENARIOS } from '../../../mocks/scenarios.ts';
import { addMessages } from '../../../mocks/recordings/stream-messages.ts';
import { withTime } from '../../../mocks/recordings/replay.ts';
import { readStream } from '../../../mocks/recordings/recording.ts';
import { messageOfScript } from '../../../src/player/rules/messages/stream-messages.ts';
import { FlvDemuxer, type FlvEvent } from '../../../src/workers/stream/flv.ts';
import { stream, value } from '../fixture-files.ts';

const { messages } = SCENARIOS['stream-messages'];

function played(name: string): FlvEvent[] {
  const recording = addMessages(stream(name), messages);
  const events: FlvEvent[] = [];
  const demuxer = new FlvDemuxer((event) => events.push(event));
  for (const part of recording.head) demuxer.push(part);
  for (const tag of recording.tags) demuxer.push(withTime(tag.bytes, tag.timeMs));
  demuxer.end();
  return events;
}

test.each(['sync-640x360-h264', 'sync-640x360-h265-id12', 'sync-640x360-h265-hvc1'])(
  'P30 %s with messages is valid FLV: script tags at their times, SEIs before their pictures',
  (name) => {
    const events = played(name);
    expect(events.filter(({ type }) => type === 'damage')).toEqual([]);
    const scripts = events.flatMap((event) => {
      const message = event.type === 'script' && messageOfScript(event.script.name, event.script.values[0]);
      return message ? [`${event.timeMs} ${message.code}`] : [];
    });
    expect(scripts).toEqual(['0 1', '0 4', '80 5', '160 0', '2000 4', '4000 4', '6000 4']);
    const seis = events.flatMap((event) => {
      if (event.type !== 'video' || event.tag.type !== 'picture') return [];
      const text = new TextDecoder('latin1').decode(event.tag.data.subarray(0, 400));
      const shownMs = event.timeMs + event.tag.compositionMs;
      return [...text.matchAll(/footlight\/stream\{"type":(\d+)/g)].map((found) => ({ shownMs, code: Number(found[1]) }));
    });
    const wanted = messages.filter(({ by }) => by === 'sei').toSorted((a, b) => a.atMs - b.atMs);
    // With B pictures the first one of a round is shown two pictures late.
    const apart = seis.toSorted((a, b) => a.shownMs - b.shownMs || a.code - b.code).map(({ shownMs }, i) => shownMs - wanted[i]!.atMs);
    expect(seis.map(({ code }) => code).toSorted()).toEqual(wanted.map(({ type }) => type).toSorted());
    for (const ms of apart) expect(ms >= 0 && ms <= 80).toBe(true);
  },
);

test('P30 a recorded stream keeps its recorded messages', () => {
  const recording = addMessages(stream('sync-640x360-h264'), messages);
  const parts = [...recording.head, ...recording.tags.map((tag) => withTime(tag.bytes, tag.timeMs))];
  const again = value(readStream(new Uint8Array(Buffer.concat(parts))));
  expect(again.tags.filter(({ type }) => type === 'script').map(({ timeMs }) => timeMs)).toEqual([0, 0, 80, 160, 2_000, 4_000, 6_000]);
});
