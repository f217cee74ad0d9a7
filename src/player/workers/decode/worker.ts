import '../boot.ts';
import { expose } from 'comlink';
import { done } from '../../base/errors.ts';
import type { DecodeApi } from './api.ts';
import { compileDecoder, prepareDecoder, VideoDecode } from './video-decode.ts';

let decode: VideoDecode | undefined;

// Compiles before `start`, because this worker may be started before a player needs it (ui/start/first-script.ts).
compileDecoder();

expose({
  prepare: async (isShared, threads) => {
    await prepareDecoder(isShared, threads);
    return done;
  },
  start: (options) => {
    decode = new VideoDecode(options);
    return decode.open();
  },
  setDecodeLevel: (decodeLevel) => {
    decode?.setDecodeLevel(decodeLevel);
    return Promise.resolve(done);
  },
  setSuspended: (suspended) => {
    decode?.setSuspended(suspended);
    return Promise.resolve(done);
  },
} satisfies DecodeApi);
