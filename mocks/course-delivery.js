import { chance, faultOf } from './faults.ts';
import { SEED } from './scenarios.ts';
/** Whether a module's message is for this chat connection. */
export const isFor = (message, connection, viewer) => viewer !== null &&
    viewer.roomId === message.roomId &&
    (message.connection === null || message.connection === connection) &&
    (message.toUserId === null || message.toUserId === viewer.userId);
/** Applies the part of a message that concerns the chat server; it applies whether or not the message arrives. */
export function execute({ mutesMs, slow }, server, nowMs) {
    if (mutesMs !== undefined)
        server.mute(nowMs + mutesMs);
    if (slow !== undefined)
        server.slow(server.viewer()?.userId === slow.starId ? 0 : slow.ms);
}
/** Sends the modules' messages of one connection, by the fault `disorder` in turns lost, doubled and held back behind the next one. */
export function createCourseSender(faults, send) {
    let count = 0;
    let held = null;
    return (message) => {
        const share = faultOf(faults(0), 'disorder')?.share ?? 0;
        const roll = chance(SEED, count++);
        if (held !== null) {
            const late = held;
            held = null;
            send(message);
            send(late);
            return;
        }
        if (roll < share / 3)
            return;
        if (roll < (share * 2) / 3)
            held = message;
        else {
            send(message);
            if (roll < share)
                send(message);
        }
    };
}
