/** Surface for the pictures of our decoder: the <video> with a track of frames, or a canvas. docs/decisions/0014 has the measurements. */
import { firstRule, type Rule } from '../../base/machine.ts';

export interface SurfaceFacts {
  /** The page can make a track of VideoFrames (MediaStreamTrackGenerator). */
  readonly makesTracks: boolean;
  readonly hasVideoFrames: boolean;
  /** A worker can draw. If the page draws, it copies each picture. */
  readonly hasRenderWorker: boolean;
}

export type PictureSurface = 'track' | 'canvas';

const RULES = [
  { why: 'no track of frames', surface: 'canvas', when: (f) => !f.makesTracks || !f.hasVideoFrames },
  { why: 'no worker for pictures', surface: 'canvas', when: (f) => !f.hasRenderWorker },
  { why: 'a track costs less', surface: 'track', when: () => true },
] as const satisfies readonly (Rule<SurfaceFacts> & { surface: PictureSurface })[];

export function choosePictureSurface(facts: SurfaceFacts) {
  const { surface, why } = firstRule<SurfaceFacts, (typeof RULES)[number]>(RULES, facts);
  return { surface, why };
}
