/** P23: the positions, the end and the failures that mpegts.js receives from its loader. */
import { expect, test, vi } from 'vitest';
import type { ByteSink } from '../../src/player/kinds/mpegts/byte-source.ts';
import { loaderOf } from '../../src/player/kinds/mpegts/loader.ts';

function open() {
  let sink: ByteSink | undefined;
  const [closed, counted, told] = [vi.fn(), vi.fn(), vi.fn()];
  const Loader = loaderOf({ read: (given) => void (sink = given), close: closed }, counted);
  const loader = new Loader(undefined as never, undefined as never);
  Object.assign(loader, {
    onDataArrival: (bytes: ArrayBuffer, from: number, received: number) => told('data', bytes.byteLength, from, received),
    onComplete: (from: number, to: number) => told('complete', from, to),
    onError: (type: string, info: object) => told('error', type, info),
  });
  loader.open({ url: '/a.flv' } as never, undefined as never);
  return { loader, sink: sink!, closed, counted, told };
}

test('P23 P41 each piece has its position, a part of a larger buffer is copied, and the end names the last byte', async () => {
  const it = open();
  it.sink.onBytes(new Uint8Array([1, 2, 3]));
  it.sink.onBytes(new Uint8Array([1, 2, 3, 4]).subarray(2));
  it.sink.onEnd();
  const data = [
    ['data', 3, 0, 3],
    ['data', 2, 3, 5],
  ];
  expect(it.told.mock.calls).toEqual(data);
  await vi.waitFor(() => expect(it.told.mock.calls).toEqual([...data, ['complete', 0, 4]]));
  expect(it.counted.mock.calls).toEqual([[3], [2]]);
  it.loader.abort();
  expect(it.closed).toHaveBeenCalledOnce();
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

test('P24 sound that jumps forward by days is not passed on, and is a failure of the network', () => {
  const it = open();
  const sound = (highByte: number): number[] => [8, 0, 0, 3, 0, 0, 0, highByte, 0, 0, 0, 0xaf, 1, 0, 0, 0, 0, 14];
  it.sink.onBytes(Uint8Array.from([0x46, 0x4c, 0x56, 1, 4, 0, 0, 0, 9, 0, 0, 0, 0, ...sound(0)]));
  it.sink.onBytes(Uint8Array.from(sound(100)));
  expect(it.closed).toHaveBeenCalledOnce();
  expect(it.told.mock.calls).toEqual([
    ['data', 31, 0, 31],
    ['error', 'Exception', { code: -1, msg: 'the times of the sound jumped forward' }],
  ]);
});

test('P24 data that the demuxer refuses close the source and are reported as such', () => {
  const it = open();
  Object.assign(it.loader, {
    onDataArrival() {
      throw new Error('no FLV');
    },
  });
  it.sink.onBytes(new Uint8Array([1]));
  expect(it.closed).toHaveBeenCalledOnce();
  expect(it.told.mock.calls.at(-1)).toEqual(['error', 'Exception', { code: -1, msg: 'demuxer: no FLV' }]);
});
