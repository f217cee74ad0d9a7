/** The render worker writes frames into a track of the page (picture-track.ts). */
import { transfer } from 'comlink';
import { heartbeats } from '../../page/heartbeat.ts';
import { portsOf } from '../../shared-memory/metrics-link.ts';
import type { PictureRenderer, RenderPorts } from './canvas-renderer.ts';
import type { RenderWorker } from './h265-workers.ts';

/** Takes the ports and the stream over. */
export function openTrackRenderer(frames: WritableStream<VideoFrame>, ports: RenderPorts, { worker }: RenderWorker): PictureRenderer {
  heartbeats.watch(worker);
  const transferred = [frames, ports.decode, ports.page, ...portsOf(ports.metrics)];
  return {
    started: worker.call((api) => api.start(transfer({ ...ports, onto: frames }, transferred))),
    died: worker.died,
    // The browser scales the track.
    setSize: () => undefined,
    setHidden: (hidden) => void worker.call((api) => api.setHidden(hidden)),
    terminate: () => worker.terminate(),
  };
}
