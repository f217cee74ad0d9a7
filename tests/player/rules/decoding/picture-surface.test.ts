import { expect, test } from 'vitest';
import { choosePictureSurface, SURFACE_WHYS, type SurfaceFacts } from '../../../../src/player/rules/decoding/picture-surface.ts';

const ABLE: SurfaceFacts = { makesTracks: true, hasVideoFrames: true, hasRenderWorker: true };

const CASES = [
  ['a browser with tracks of frames', {}, 'track', 'a track costs less'],
  ['a browser without them', { makesTracks: false }, 'canvas', 'no track of frames'],
  ['tracks, but no VideoFrame', { hasVideoFrames: false }, 'canvas', 'no track of frames'],
  ['no worker that draws', { hasRenderWorker: false }, 'canvas', 'no worker for pictures'],
] as const;

test.each(CASES)('P23 the surface of H265 in %s', (_name, change, surface, why) => {
  expect(choosePictureSurface({ ...ABLE, ...change })).toEqual({ surface, why });
});

test('P23 each reason for a surface is reached', () => {
  expect([...new Set(CASES.map(([, , , why]) => why))].toSorted()).toEqual(SURFACE_WHYS.toSorted());
});
