/**
 * P30: messages that the stream itself carries (document 1, section 9: codes 1 to 28). The documents show five codes and no payload; ours:
 * an FLV script tag `onStreamMessage` with an object `{ type, data }`, or the same object as JSON, UTF-8, in an SEI user_data_unregistered
 * (H.264 and H.265 D.1.7, payload type 5) under our UUID. Such a user datum with another UUID is an encoder's banner and no message.
 */
export const STREAM_MESSAGE = { SONG_INFO: 1, DELAY: 2, BITRATE: 3, EFFECT_GIFT: 4, PITCH: 5 };
export const LAST_STREAM_MESSAGE = 28;
/** Code of a message that says it is one and cannot be read: it is counted in its place and has no other effect. */
const UNREADABLE_MESSAGE = 0;
export const MESSAGE_SCRIPT = 'onStreamMessage';
/** "footlight/stream" in ASCII. */
export const MESSAGE_UUID = [
    0x66, 0x6f, 0x6f, 0x74, 0x6c, 0x69, 0x67, 0x68, 0x74, 0x2f, 0x73, 0x74, 0x72, 0x65, 0x61, 0x6d,
];
export const UUID_BYTES = 16;
/** Characters of a message's JSON; a longer one is unreadable. */
const MAX_JSON = 4096;
const UNREADABLE = { code: UNREADABLE_MESSAGE, json: '' };
/** Null when the script tag is about something else. */
export function messageOfScript(name, value) {
    return name === MESSAGE_SCRIPT ? enveloped(value) : null;
}
/** `text` is what follows the UUID. Null when the datum is somebody else's. */
export function messageOfSei(uuid, text) {
    if (uuid.length !== UUID_BYTES || !MESSAGE_UUID.every((byte, i) => uuid[i] === byte))
        return null;
    try {
        return enveloped(JSON.parse(text()));
    }
    catch {
        return UNREADABLE;
    }
}
/** By hand: this runs in the small workers too. */
function enveloped(value) {
    if (typeof value !== 'object' || value === null || !('type' in value))
        return UNREADABLE;
    const { type } = value;
    if (!isStreamMessageCode(type))
        return UNREADABLE;
    const json = JSON.stringify('data' in value ? value.data : null) ?? 'null';
    return json.length > MAX_JSON ? UNREADABLE : { code: type, json };
}
export const isStreamMessageCode = (code) => typeof code === 'number' && Number.isInteger(code) && code >= 1 && code <= LAST_STREAM_MESSAGE;
