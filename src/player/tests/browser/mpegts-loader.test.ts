/** P23: the positions, the end and the failures that mpegts.js receives from its loader. */
import { expect, test, vi } from 'vitest';
import type { ByteSink } from '../../kinds/mpegts/byte-source.ts';
import { FlvRewriter } from '../../flv/rewrite.ts';
import { loaderOf } from '../../kinds/mpegts/engine.ts';

const HEAD = [0x46, 0x4c, 0x56, 1, 4, 0, 0, 0, 9, 0, 0, 0, 0];
/** A sound tag of 19 bytes; `isFirst`: the configuration. */
const sound = (timeMs: number, isFirst = false): number[] => {
  const body = isFirst ? [0xaf, 0, 0x11, 0x90] : [0xaf, 1, 0, 0];
  return [8, 0, 0, 4, 0, 0, timeMs, 0, 0, 0, 0, ...body, 0, 0, 0, 15];
};

function open() {
  let sink: ByteSink | undefined;
  const [closed, counted, told] = [vi.fn(), vi.fn(), vi.fn()];
  const rewriter = new FlvRewriter({
    playsPicture: () => true,
    playsSound: () => true,
    soundOnly: true,
    emit: () => undefined,
  });
  const Loader = loaderOf({ read: (given) => void (sink = given), close: closed }, rewriter, counted);
  /** An engine begins to read. */
  const next = () => {
    const loader = new Loader(undefined as never, undefined as never);
    Object.assign(loader, {
      onDataArrival: (bytes: ArrayBuffer, from: number, received: number) => told('data', bytes.byteLength, from, received),
      onComplete: (from: number, to: number) => told('complete', from, to),
      onError: (type: string, info: object) => told('error', type, info),
    });
    loader.open({ url: '/a.flv' } as never, undefined as never);
    return loader;
  };
  return { loader: next(), next, sink: sink!, closed, counted, told };
}

test('P23 P41 each piece has its position in what was passed, incomplete tags wait, and the end names the last byte', async () => {
  const it = open();
  const second = sound(20);
  it.sink.onBytes(Uint8Array.from([...HEAD, ...sound(0, true), ...sound(10), ...second.slice(0, 9)]));
  it.sink.onBytes(Uint8Array.from([1, 2, ...second.slice(9)]).subarray(2));
  it.sink.onEnd();
  const data = [
    ['data', 13 + 19 + 19, 0, 51],
    ['data', 19, 51, 70],
  ];
  expect(it.told.mock.calls).toEqual(data);
  await vi.waitFor(() => expect(it.told.mock.calls).toEqual([...data, ['complete', 0, 69]]));
  expect(it.counted.mock.calls).toEqual([[60], [10]]);
  // The engine closes the source, because another one may continue with it.
  it.loader.abort();
  expect(it.closed).not.toHaveBeenCalled();
});

test('P22 what arrives between two engines goes to the second, and so does the end of the stream', async () => {
  const it = open();
  it.sink.onBytes(Uint8Array.from([...HEAD, ...sound(0, true), ...sound(20)]));
  expect(it.told.mock.calls).toEqual([['data', 13 + 19 + 19, 0, 51]]);
  it.loader.abort();
  it.sink.onBytes(Uint8Array.from(sound(40)));
  it.sink.onEnd();
  await new Promise((resolve) => setTimeout(resolve));
  expect(it.told).toHaveBeenCalledTimes(1);
  it.next();
  await vi.waitFor(() =>
    expect(it.told.mock.calls.slice(1)).toEqual([
      ['data', 19, 0, 19],
      ['complete', 0, 18],
    ]),
  );
});

test('P24 the end of a stream that is aborted meanwhile is not reported', async () => {
  const it = open();
  it.sink.onEnd();
  it.loader.abort();
  await new Promise((resolve) => setTimeout(resolve));
  expect(it.told).not.toHaveBeenCalled();
});

test('P24 a refused status and a failure without an answer have different errors', () => {
  const it = open();
  it.sink.onError({ status: 404, message: 'Not Found' });
  it.sink.onError({ status: undefined, message: 'offline' });
  expect(it.told.mock.calls).toEqual([
    ['error', 'HttpStatusCodeInvalid', { code: 404, msg: 'Not Found' }],
    ['error', 'Exception', { code: -1, msg: 'offline' }],
  ]);
});
