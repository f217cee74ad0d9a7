/** In the place of the engine's demuxer of MPEG-TS, a third of its code (scripts/engine-plugin.ts): a room's stream is FLV. */
const noTransportStream = { probe: () => ({ match: false }) };

export default noTransportStream;
