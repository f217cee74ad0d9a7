/** Flush, reset, close, errors and the queue: how work ends. The browser's own decoder runs these cases too. */
import { chunkOf, configured, equal, holds, keyAt, rejects, throws, turns, until, type Case } from './subject.ts';

export const ENDING_CASES: readonly Case[] = [
  {
    area: 'flush',
    title: 'resolves after the last frame was output',
    run: async (subject) => {
      const recorder = configured(subject);
      recorder.decodeAll(subject.stream);
      await recorder.decoder.flush().then(() => recorder.log.push('flushed'));
      equal(recorder.log, [...subject.stream.chunks.map(() => 'frame'), 'flushed']);
      recorder.decoder.close();
    },
  },
  {
    area: 'flush',
    title: 'of a decoder without work resolves; several flushes resolve in order',
    run: async (subject) => {
      const recorder = configured(subject);
      const { decoder, log } = recorder;
      const first = decoder.flush().then(() => log.push('first'));
      decoder.decode(chunkOf(subject, 0));
      const second = decoder.flush().then(() => log.push('second'));
      await Promise.all([first, second]);
      equal(log, ['first', 'frame', 'second']);
      decoder.close();
    },
  },
  {
    area: 'flush',
    title: 'can be followed by more chunks, from a key chunk on',
    run: async (subject) => {
      const recorder = configured(subject);
      for (let i = 0; i < 3; i++) {
        recorder.decodeAll(subject.stream);
        await recorder.decoder.flush();
      }
      equal(recorder.frames.length, 3 * subject.stream.chunks.length);
      recorder.decoder.close();
    },
  },
  {
    area: 'reset',
    title: 'makes the decoder unconfigured, empties the queue and rejects flushes with AbortError',
    run: async (subject) => {
      const recorder = configured(subject);
      const { decoder } = recorder;
      recorder.decodeAll(subject.stream);
      const flushed = decoder.flush();
      decoder.reset();
      equal([decoder.state, decoder.decodeQueueSize], ['unconfigured', 0]);
      await rejects(flushed, 'AbortError');
      decoder.close();
    },
  },
  {
    area: 'reset',
    title: 'outputs nothing of what was decoded before it',
    run: async (subject) => {
      const recorder = configured(subject);
      const { decoder, frames } = recorder;
      recorder.decodeAll(subject.stream);
      const flushed = decoder.flush();
      decoder.reset();
      await rejects(flushed, 'AbortError');
      const before = frames.length;
      decoder.configure(subject.stream.config);
      decoder.decode(keyAt(subject, 123_456));
      await decoder.flush();
      equal(
        frames.slice(before).map(({ timestamp }) => timestamp),
        [123_456],
      );
      decoder.close();
    },
  },
  {
    area: 'reset',
    title: 'may be called in the output callback, and a flush begun there resolves',
    run: async (subject) => {
      const recorder = configured(subject);
      const { decoder, frames } = recorder;
      let second: Promise<void> | undefined;
      recorder.onFrame = () => {
        if (second) return;
        decoder.reset();
        decoder.configure(subject.stream.config);
        decoder.decode(keyAt(subject, 77));
        second = decoder.flush();
      };
      recorder.decodeAll(subject.stream);
      await rejects(decoder.flush(), 'AbortError');
      await second;
      equal([frames.length, frames[1]?.timestamp], [2, 77]);
      decoder.close();
    },
  },
  {
    area: 'reset',
    title: 'between two configure() calls does not stall the decoder',
    run: async (subject) => {
      const { decoder, frames } = configured(subject);
      for (let i = 0; i < 5; i++) {
        decoder.reset();
        decoder.configure(subject.stream.config);
      }
      decoder.decode(chunkOf(subject, 0));
      await decoder.flush();
      equal(frames.length, 1);
      decoder.close();
    },
  },
  {
    area: 'close',
    title: 'rejects flushes with AbortError, and no callback runs after it',
    run: async (subject) => {
      const recorder = configured(subject);
      const { decoder, log } = recorder;
      recorder.decodeAll(subject.stream);
      const flushed = decoder.flush();
      decoder.close();
      const before = log.length;
      await rejects(flushed, 'AbortError');
      await turns(30);
      equal([log.length, decoder.decodeQueueSize, decoder.state], [before, 0, 'closed']);
    },
  },
  {
    area: 'errors',
    title: 'the error callback runs once, and later calls fail with InvalidStateError',
    run: async (subject) => {
      const recorder = configured(subject);
      const { decoder, errors } = recorder;
      const empty = { type: 'key', timestamp: 0, data: new ArrayBuffer(0) } as const;
      decoder.decode(chunkOf(subject, 0));
      for (let i = 0; i < 3; i++) decoder.decode(new EncodedVideoChunk(empty));
      await until(() => errors.length > 0, 'the error callback');
      throws(() => decoder.decode(chunkOf(subject, 0)), 'InvalidStateError');
      throws(() => decoder.reset(), 'InvalidStateError');
      await turns(20);
      equal(errors.length, 1);
    },
  },
  {
    area: 'queue',
    title: 'decodeQueueSize counts chunks not begun with, and dequeue events report that it shrank',
    run: async (subject) => {
      const recorder = configured(subject);
      const { decoder } = recorder;
      const sizes: number[] = [];
      let events = 0;
      decoder.ondequeue = () => sizes.push(decoder.decodeQueueSize);
      decoder.addEventListener('dequeue', () => events++);
      recorder.decodeAll(subject.stream);
      holds(decoder.decodeQueueSize > 0 && decoder.decodeQueueSize <= subject.stream.chunks.length, 'chunks wait');
      await decoder.flush();
      equal(decoder.decodeQueueSize, 0);
      await until(() => events > 0 && events === sizes.length, 'dequeue events');
      equal(
        sizes,
        sizes.toSorted((a, b) => b - a),
      );
      equal(sizes.at(-1), 0);
      decoder.close();
    },
  },
  {
    area: 'queue',
    title: 'two decoders work beside each other',
    run: async (subject) => {
      const pair = [configured(subject), configured(subject)];
      for (const recorder of pair) recorder.decodeAll(subject.stream);
      await Promise.all(pair.map(({ decoder }) => decoder.flush()));
      for (const { frames, decoder } of pair) {
        equal(frames.length, subject.stream.chunks.length);
        decoder.close();
      }
    },
  },
];
