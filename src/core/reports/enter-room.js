/** Enter-room report (document 1, sections 7 and 9): at 3 s with state 0 and at 10 s with state 1 after the entry, then a heartbeat every 10 s. */
export const ENTER_TIMES = { firstMs: 3000, secondMs: 10000, heartbeatMs: 10000 };
/** The document gives `type` without its values. */
export const ENTER_TYPE = { enter: 1, heartbeat: 2 };
export const visitMachine = {
    name: 'enter-room report',
    initial: { at: 'outside' },
    deadlineMs: (visit) => (visit.at === 'inside' ? dueMs(visit) : null),
    step(visit, event, nowMs, context) {
        switch (event.type) {
            case 'entered':
                // Entering twice is one visit: a room worker that was restarted says it again.
                if (visit.at !== 'outside')
                    return [visit];
                return [context.isStar ? { at: 'inside', sinceMs: nowMs, sent: 0 } : { at: 'offline' }];
            case 'live':
                return [visit.at === 'inside' ? visit : { at: 'inside', sinceMs: nowMs, sent: 0 }];
            case 'offline':
                return [visit.at === 'inside' && !context.isStar ? { at: 'offline' } : visit];
            case 'resumed':
                return [{ at: 'inside', sinceMs: nowMs - ENTER_TIMES.secondMs, sent: 2 }];
            case 'left':
                return [{ at: 'outside' }];
            case 'tick':
                return report(visit, nowMs, context);
            default:
                return [visit];
        }
    },
};
function dueMs({ sinceMs, sent }) {
    const { firstMs, secondMs, heartbeatMs } = ENTER_TIMES;
    return sent === 0 ? sinceMs + firstMs : sinceMs + secondMs + (sent - 1) * heartbeatMs;
}
/** The report that is due now. After a sleep only one is: what was missed is over. */
function report(visit, nowMs, context) {
    if (visit.at !== 'inside' || nowMs < dueMs(visit))
        return [visit];
    const { embed } = context;
    const body = {
        type: visit.sent < 2 ? ENTER_TYPE.enter : ENTER_TYPE.heartbeat,
        url: context.url,
        page: embed ? 5 : 2,
        os: embed ? 10 : 0,
        state: visit.sent === 0 ? 0 : 1,
        room_id: context.roomId,
        streamid: context.streamId,
    };
    const missed = visit.sent < 2 ? 0 : Math.floor((nowMs - dueMs(visit)) / ENTER_TIMES.heartbeatMs);
    return [
        { ...visit, sent: visit.sent + 1 + missed },
        { do: 'report', body },
    ];
}
