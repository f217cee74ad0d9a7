import '../boot.ts';
import { expose } from 'comlink';
import { done, err, ok } from '../core/result.ts';
import type { RenderApi } from './api.ts';
import { attach, type Attached } from './attach.ts';

let attached: Attached | undefined;

expose({
  canDraw: () => {
    // Some browsers have the canvas here without WebGL2; the one that is asked is not the one that will be drawn on.
    const gl = typeof OffscreenCanvas === 'function' ? new OffscreenCanvas(1, 1).getContext('webgl2') : null;
    gl?.getExtension('WEBGL_lose_context')?.loseContext();
    return Promise.resolve(ok(gl !== null));
  },
  start: (options) => {
    const opened = attach(options);
    if (!opened.ok) return Promise.resolve(opened);
    attached = opened.value;
    return Promise.resolve(done);
  },
  setSize: (width, height) => {
    attached?.setSize(width, height);
    return Promise.resolve(done);
  },
  setHidden: (hidden) => {
    attached?.setHidden(hidden);
    return Promise.resolve(done);
  },
  snapshot: () => Promise.resolve(attached ? ok(attached.snapshot()) : err('PLAYER_ERROR', 'nothing is drawn')),
  stop: () => {
    attached?.stop();
    attached = undefined;
    return Promise.resolve(done);
  },
} satisfies RenderApi);
