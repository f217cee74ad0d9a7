import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_PLAYER_CONFIG } from '../../../rules/constants.ts';
import { METRICS_BYTES, SharedMetrics } from '../../../shared-memory/shared-metrics.ts';
import type { StreamEvent, UnitMessage } from '../../../workers/stream/api.ts';
import { Stream } from '../../../workers/stream/stream.ts';
import { concat, FLV_HEADER, flvTag } from '../../flv/flv-bytes.ts';

const KEY_S = 2;
/** Real time in ms in which a message passes a port and the reader, which holds the first picture for 60 ms. */
const ARRIVES_MS = 90;
/** A record whose only set is an SPS. */
const config = [0x1c, 0, 0, 0, 0, 1, 1, ...Array.from({ length: 19 }, () => 0), 3, 1, 0xa1, 0, 1, 0, 4, 0x42, 1, 1, 1];
const key = (s: number) => flvTag(9, s * 1_000, [0x1c, 1, 0, 0, 0, 0, 0, 0, 3, 0x26, 1, 0x80]);

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const PLAIN = { soundByElement: false, soundOnly: false, keeps: false } as const;

/** Sends `s` seconds of a stream as bytes of a shared one; a keyframe every KEY_S arrives at its time. */
async function play(s: number, { start = [], painted = 0 }: { start?: readonly Uint8Array[]; painted?: number } = {}) {
  const [shared, decode, page] = [new MessageChannel(), new MessageChannel(), new MessageChannel()];
  const metrics = new SharedArrayBuffer(METRICS_BYTES);
  new SharedMetrics(metrics).set('PAINTED', painted);
  const units: UnitMessage[] = [];
  const events: StreamEvent[] = [];
  decode.port2.onmessage = ({ data }: MessageEvent<UnitMessage>) => units.push(data);
  page.port2.onmessage = ({ data }: MessageEvent<StreamEvent>) => events.push(data);
  const stream = new Stream({
    url: '',
    shared: shared.port1,
    connectMs: 10_000,
    metrics,
    decode: decode.port1,
    page: page.port1,
    ...PLAIN,
  });
  const ended = stream.run();
  let nowS = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowS * 1_000);
  shared.port2.postMessage(concat(FLV_HEADER, ...start).buffer);
  for (; nowS <= s; nowS += KEY_S) {
    shared.port2.postMessage(key(nowS).buffer);
    await new Promise((resolve) => setTimeout(resolve, ARRIVES_MS));
  }
  stream.stop();
  await ended;
  for (const { port1, port2 } of [shared, decode, page]) for (const port of [port1, port2]) port.close();
  return { units: units.filter(({ type }) => type === 'unit').length, failed: events.filter(({ type }) => type === 'failed') };
}

test('P22 keyframes without a configuration are a named failure after 4 s', async () => {
  expect(await play(2)).toEqual({ units: 2, failed: [] });
  expect(await play(4)).toMatchObject({
    units: 2,
    failed: [{ failure: 'NO_SUPPORT', network: false, lacks: 'the stream has no decoder configuration' }],
  });
});

test('P22 a burst of keyframes at the start is no failure', async () => {
  const burst = [0, 2, 4, 6].map(key);
  expect(await play(0, { start: burst })).toEqual({ units: 5, failed: [] });
});

test('P22 a configuration, or keyframes with their own parameter sets, are no failure', async () => {
  expect(await play(10, { start: [flvTag(9, 0, config)] })).toEqual({ units: 6, failed: [] });
  expect(await play(10, { painted: 25 })).toEqual({ units: 6, failed: [] });
});

test('P29 flv connect frequency: a connection without a byte is closed after 15 s, or after the time of the config', async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  );
  for (const connectMs of [DEFAULT_PLAYER_CONFIG.numbers.flvConnectMs, 3_000]) {
    const events: StreamEvent[] = [];
    const port = { postMessage: (event: StreamEvent) => events.push(event) } as unknown as MessagePort;
    const metrics = new SharedArrayBuffer(METRICS_BYTES);
    const stream = new Stream({ ...PLAIN, url: 'http://127.0.0.1/a.flv', connectMs, shared: null, metrics, decode: port, page: port });
    const over = stream.run();
    await vi.advanceTimersByTimeAsync(connectMs - 1);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await over;
    expect(events).toEqual([{ type: 'failed', failure: 'TIMEOUT', detail: `no bytes for ${connectMs} ms`, network: true }]);
  }
});
