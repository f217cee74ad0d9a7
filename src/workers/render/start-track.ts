/** Connects the frame queue and the clock with a track in a <video>; only in the render worker. */
import { err, ok, type Result } from '../../core/result.ts';
import { Presenter, type PresenterPorts } from './presenter.ts';
import type { StartedRenderer } from './start-renderer.ts';
import { TrackPainter } from './track-painter.ts';

export function startTrack(frames: WritableStream<VideoFrame>, ports: PresenterPorts): Result<StartedRenderer> {
  if (typeof VideoFrame !== 'function') return err('NO_SUPPORT', 'no VideoFrame in a worker');
  const painter = new TrackPainter(frames);
  // Animation frames stop in a hidden tab, where a picture-in-picture window still shows the track.
  const presenter = new Presenter(painter, ports, 'timer');
  return ok({
    setSize: () => undefined,
    setHidden(hidden) {
      presenter.hidden = hidden;
    },
    snapshot: () => painter.read(),
    stop: () => presenter.stop(),
  });
}
