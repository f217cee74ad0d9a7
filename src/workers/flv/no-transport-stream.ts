/** Replaces the engine's MPEG-TS demuxer, a third of its code (scripts/engine-plugin.ts), because streams of rooms are FLV. */
const noTransportStream = { probe: () => ({ match: false }) };

export default noTransportStream;
