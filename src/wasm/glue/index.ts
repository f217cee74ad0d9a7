/** Public exports of @footlight/hevc. */
export { splitAccessUnits, splitAnnexB, splitLengthPrefixed } from './access-units.ts';
export { BUILDS, BUILD_REASONS, probeCapabilities, type Build, type BuildChoice, type BuildReason, type Capabilities } from './build.ts';
export {
  Decoder,
  FULL_DECODE_LEVEL,
  LEVEL_6_2_LIMITS,
  DEFAULT_LIMITS,
  type Counters,
  type DecodeLevel,
  type Framing,
  type Limits,
  type OpenOptions,
  type Pulled,
  type Pushed,
} from './decoder.ts';
export { packedBytes, packPicture, type HashCheck, type Picture, type Plane } from './picture.ts';
export { HEVC_ERRORS, type HevcErrorCode, type HevcFailure, type HevcResult } from './result.ts';
export { decodeHeic, type HevcStill, type StillOptions } from './still.ts';
export { EncodedHevcChunk, type EncodedHevcChunkInit, type HevcChunk } from './webcodecs/chunk.ts';
export { formatCodec, parseCodec, type HevcCodec } from './containers/hvcc.ts';
export type { HevcColorSpaceInit, HevcDecoderConfig, HevcDecoderSupport } from './webcodecs/config.ts';
export { HevcFrame, type FrameInfo, type FrameRect, type HevcPixelFormat, type PlaneLayout } from './webcodecs/frame.ts';
export { BrowserHevc, probeBrowserHevc } from './webcodecs/register.ts';
export { registerHevc, type HevcRegistration, type RegisterHevcOptions } from './webcodecs/register.ts';
export {
  HevcVideoDecoder,
  VIDEO_DECODER_LIMITS,
  type CodecState,
  type DefaultFrame,
  type HevcDamage,
  type HevcDecoderInfo,
  type HevcVideoDecoderInit,
} from './webcodecs/video-decoder.ts';
export * from './containers/index.ts';
