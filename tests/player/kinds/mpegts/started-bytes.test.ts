import { expect, test, vi } from 'vitest';
import type { ByteSink } from '../../../../src/player/kinds/mpegts/byte-source.ts';
import { startBytes } from '../../../../src/player/kinds/mpegts/started-bytes.ts';

function started() {
  const [opened, closed] = [vi.fn(), vi.fn()];
  let source: ByteSink | undefined;
  const bytes = startBytes((url, sink) => {
    opened(url);
    source = sink;
    return closed;
  }, '/a.flv');
  const read: unknown[] = [];
  const reader = (onBytes = (part: Uint8Array): void => void read.push([...part])): ByteSink => ({
    onBytes,
    onEnd: () => read.push('end'),
    onError: ({ message }) => read.push(message),
  });
  return { bytes, source: source!, opened, closed, read, reader };
}
const part = (...values: number[]): Uint8Array<ArrayBuffer> => Uint8Array.from(values);

test('P20 P23 the stream is requested at once; what arrives before the reader is passed on in its order, then everything at once', async () => {
  const { bytes, source, opened, read, reader } = started();
  expect(opened.mock.calls).toEqual([['/a.flv']]);
  source.onBytes(part(1));
  source.onBytes(part(2, 3));
  bytes.open('/a.flv', reader());
  source.onBytes(part(4));
  await vi.waitFor(() => expect(read).toEqual([[1], [2, 3], [4]]));
  source.onBytes(part(5));
  source.onEnd();
  expect(read).toEqual([[1], [2, 3], [4], [5], 'end']);
});

test('P24 a failure before the reader opens the stream reaches it', async () => {
  const { bytes, source, read, reader } = started();
  source.onError({ status: 404, message: 'Not Found' });
  expect(read).toEqual([]);
  bytes.open('/a.flv', reader());
  await vi.waitFor(() => expect(read).toEqual(['Not Found']));
});

test('P24 a reader that closes the stream while it reads gets nothing more, and a stream without a reader is closed', async () => {
  const { bytes, source, closed, read, reader } = started();
  source.onBytes(part(1));
  source.onEnd();
  const onBytes = (): void => {
    read.push('closes');
    bytes.close();
  };
  bytes.open('/a.flv', reader(onBytes));
  await vi.waitFor(() => expect(read).toEqual(['closes']));
  await Promise.resolve();
  expect([read, closed.mock.calls.length]).toEqual([['closes'], 1]);

  const unread = started();
  unread.source.onBytes(part(1));
  unread.bytes.close();
  unread.bytes.open('/a.flv', unread.reader());
  await Promise.resolve();
  expect([unread.read, unread.closed.mock.calls.length]).toEqual([[], 1]);
});
