export const DATA_SAVERS = ['off', 'lower-line', 'fewer-pictures', 'sound-only'];
/** Fewest bits for the same picture first; what a WebRTC server sends nobody knows beforehand. */
const BY_BITS = ['h265-native', 'h265', 'h264', 'webrtc'];
/** A WebRTC server is asked for both tracks: the others can leave out the pictures. */
const PLAYS_SOUND_ALONE = ['h264', 'h265', 'h265-native'];
/** Pictures that no other one refers to are left out: what is left still moves. */
const FEWER_PICTURES_LEVEL = 2;
/** The same candidates, those that save first; as they were where nothing is to be saved. */
export function orderBySaver(candidates, saver) {
    switch (saver) {
        case 'lower-line':
            return [...candidates].sort((a, b) => BY_BITS.indexOf(a.kind) - BY_BITS.indexOf(b.kind));
        case 'sound-only':
            return [...candidates].sort((a, b) => Number(leavesPictures(b.kind)) - Number(leavesPictures(a.kind)));
        default:
            return candidates;
    }
}
const leavesPictures = (kind) => PLAYS_SOUND_ALONE.includes(kind);
/** What the menu shows: nothing to choose from is an empty list. */
export function offeredSavers(kind, kinds) {
    const isOffered = {
        'lower-line': kinds.length > 1 && kinds.some((each) => each === 'h265' || each === 'h265-native'),
        'fewer-pictures': kind === 'h265',
        'sound-only': kinds.some(leavesPictures),
    };
    const some = DATA_SAVERS.filter((saver) => saver !== 'off' && isOffered[saver]);
    return some.length === 0 ? [] : ['off', ...some];
}
/** What was chosen before; else what the browser asks for: a line with fewer bits, which takes nothing away from the viewer. */
export function saverAtFirst(stored, savesData) {
    return DATA_SAVERS.find((saver) => saver === stored) ?? (savesData ? 'lower-line' : 'off');
}
export const savingsOf = (saver, kind) => ({
    soundOnly: saver === 'sound-only' && leavesPictures(kind),
    leastLevel: saver === 'fewer-pictures' && kind === 'h265' ? FEWER_PICTURES_LEVEL : 0,
});
/** Whether a changed wish needs another player; `first` is what would play by the new one. */
export const needsAnotherPlayer = (kind, first, before, after) => first !== kind || savingsOf(before, kind).soundOnly !== savingsOf(after, kind).soundOnly;
