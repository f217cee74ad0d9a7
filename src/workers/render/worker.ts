import '../boot.ts';
import { expose } from 'comlink';
import { done, err, ok } from '../core/result.ts';
import type { RenderApi, RenderEvent } from './api.ts';
import { Painter } from './painter.ts';
import { Presenter } from './presenter.ts';

/** Where a worker has no animation frames. */
const FALLBACK_TICK_MS = 16;

let painter: Painter | undefined;
let presenter: Presenter | undefined;
let stopTicking: (() => void) | undefined;

function startTicking(tick: (nowMs: number) => void): () => void {
  if (typeof requestAnimationFrame !== 'function') {
    const timer = setInterval(() => tick(performance.now()), FALLBACK_TICK_MS);
    return () => clearInterval(timer);
  }
  let frame = 0;
  const onFrame = (): void => {
    frame = requestAnimationFrame(onFrame);
    tick(performance.now());
  };
  frame = requestAnimationFrame(onFrame);
  return () => cancelAnimationFrame(frame);
}

expose({
  start: (options) => {
    const opened = Painter.open(options.canvas);
    if (!opened) return Promise.resolve(err('NO_SUPPORT', 'no WebGL2'));
    painter = opened;
    const made = new Presenter(opened, options);
    presenter = made;
    stopTicking = startTicking((nowMs) => made.tick(nowMs));
    const tell = (event: RenderEvent): void => options.page.postMessage(event);
    options.canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      tell({ type: 'context', lost: true });
    });
    options.canvas.addEventListener('webglcontextrestored', () => {
      opened.restore();
      tell({ type: 'context', lost: false });
    });
    return Promise.resolve(done);
  },
  setSize: (width, height) => {
    painter?.setSize(width, height);
    return Promise.resolve(done);
  },
  setHidden: (hidden) => {
    if (presenter) presenter.hidden = hidden;
    return Promise.resolve(done);
  },
  snapshot: () => Promise.resolve(painter ? ok(painter.read()) : err('PLAYER_ERROR', 'nothing is drawn')),
  stop: () => {
    stopTicking?.();
    presenter?.stop();
    painter = presenter = stopTicking = undefined;
    return Promise.resolve(done);
  },
} satisfies RenderApi);
