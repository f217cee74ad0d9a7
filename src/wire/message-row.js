/**
 * How a message is treated when there are too many: `own` is about the viewer and overtakes, `state` is never dropped and the newest of a key wins,
 * `effect` is bounded and loses its oldest, `talk` goes first when a flood comes.
 */
export const MESSAGE_CLASSES = ['own', 'state', 'effect', 'talk'];
/** A line with a person or two. */
const SMALL_BYTES = 16384;
/** A chat line carries `ext`, URL-encoded JSON with every medal of its sender. */
export const CHAT_BYTES = 65536;
/** Lists of people, teams, monsters. */
export const LIST_BYTES = 262144;
/** Makes the rows of one family; `Bodies` are its generated bodies. */
export const rowsOf = (family) => (id, name, schema, messageClass, { maxBytes = SMALL_BYTES, key = [] } = {}) => ({
    id,
    name,
    family,
    schema,
    messageClass,
    maxBytes,
    key: typeof key === 'string' ? [key] : key,
});
