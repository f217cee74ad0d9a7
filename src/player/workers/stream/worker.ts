import '../boot.ts';
import { expose } from 'comlink';
import { done } from '../../base/errors.ts';
import type { StreamApi } from './api.ts';
import { Stream } from './stream.ts';

expose({
  start: (options) => {
    void new Stream(options).run();
    return Promise.resolve(done);
  },
} satisfies StreamApi);
