import '../boot.ts';
import { expose } from 'comlink';
import { done, err, ok, type Result } from '../../base/errors.ts';
import type { RenderApi } from './api.ts';
import { choosePainter, startRenderer, type StartedRenderer } from './start-renderer.ts';
import { Presenter, type PresenterPorts } from './presenter.ts';
import { TrackPainter } from './track-painter.ts';

const makeCanvas = (): OffscreenCanvas => new OffscreenCanvas(1, 1);
let chosen: ReturnType<typeof choosePainter> | undefined;
let renderer: StartedRenderer | undefined;

/** Some browsers have OffscreenCanvas but no context that can draw on it. */
function painterHere(): ReturnType<typeof choosePainter> {
  chosen ??= typeof OffscreenCanvas === 'function' ? choosePainter(makeCanvas) : null;
  return chosen;
}

expose({
  canDraw: () => Promise.resolve(ok(painterHere() !== null)),
  start: (options) => {
    const { onto } = options;
    const opened =
      onto instanceof WritableStream ? startTrack(onto, options) : startRenderer({ ...options, canvas: onto, makeCanvas }, painterHere());
    if (!opened.ok) return Promise.resolve(opened);
    renderer = opened.value;
    return Promise.resolve(done);
  },
  setSize: (width, height) => {
    renderer?.setSize(width, height);
    return Promise.resolve(done);
  },
  setHidden: (hidden) => {
    renderer?.setHidden(hidden);
    return Promise.resolve(done);
  },
} satisfies RenderApi);

/** Connects the frame queue and the clock with a track in a <video>. */
function startTrack(frames: WritableStream<VideoFrame>, ports: PresenterPorts): Result<StartedRenderer> {
  if (typeof VideoFrame !== 'function') return err('NO_SUPPORT', 'no VideoFrame in a worker');
  const painter = new TrackPainter(frames);
  // Animation frames stop in a hidden tab, where a picture-in-picture window still shows the track.
  const presenter = new Presenter(painter, ports, 'timer');
  return ok({
    setSize: () => undefined,
    setHidden: (hidden) => presenter.setHidden(hidden),
    stop: () => presenter.stop(),
  });
}
