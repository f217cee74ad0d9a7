/** In the place of the engine's demuxer of MPEG-TS, a third of its code (scripts/engine-plugin.ts): a room's stream is FLV. */
export default class NoTransportStream {
  static probe(): { readonly match: false } {
    return { match: false };
  }
}
