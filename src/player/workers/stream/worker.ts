import '../boot.ts';
import { expose } from 'comlink';
import { done } from '../../base/result.ts';
import type { StreamApi } from './api.ts';
import { Stream } from './stream.ts';

let stream: Stream | undefined;

expose({
  start: (options) => {
    stream?.stop();
    stream = new Stream(options);
    void stream.run();
    return Promise.resolve(done);
  },
  stop: () => {
    stream?.stop();
    stream = undefined;
    return Promise.resolve(done);
  },
} satisfies StreamApi);
