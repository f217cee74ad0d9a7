/** Apart from frame.ts, whose types are public and must not need those of the DOM. */
import type { Picture } from '../picture.ts';
import { planesOf, type FrameInfo, type PlaneLayout } from './frame.ts';

export function videoFrameOf(memory: ArrayBufferLike, picture: Picture, info: FrameInfo): VideoFrame {
  const { data, layout } = planesOf(memory, picture, info);
  return new VideoFrame(data, frameInit(info, layout));
}

function frameInit(info: FrameInfo, layout: readonly PlaneLayout[]): VideoFrameBufferInit {
  const { duration, format, colorSpace, displayWidth, displayHeight, ...rest } = info;
  // The init of a VideoFrame has the display size before the rotation, its attributes the size after it.
  const isTurned = info.rotation % 180 !== 0;
  return {
    ...rest,
    ...(isTurned ? { displayWidth: displayHeight, displayHeight: displayWidth } : { displayWidth, displayHeight }),
    format: format as VideoPixelFormat, // lib.dom does not contain I420P10 yet.
    layout: [...layout],
    colorSpace: colorSpace as VideoColorSpaceInit,
    ...(duration === null ? {} : { duration }),
  };
}
