import '../boot.ts';
import { expose } from 'comlink';
import { done } from '../core/result.ts';
import type { DecodeApi } from './api.ts';
import { VideoDecode } from './video-decode.ts';

let decode: VideoDecode | undefined;

expose({
  start: (options) => {
    decode?.stop();
    decode = new VideoDecode(options);
    return decode.open();
  },
  setDegree: (degree) => {
    decode?.setDegree(degree);
    return Promise.resolve(done);
  },
  setSuspended: (suspended) => {
    decode?.setSuspended(suspended);
    return Promise.resolve(done);
  },
  stop: () => {
    decode?.stop();
    decode = undefined;
    return Promise.resolve(done);
  },
} satisfies DecodeApi);
