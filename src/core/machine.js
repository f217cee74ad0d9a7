const TICK = { type: 'tick' };
/** Events that effects cause wait here; a machine that feeds itself without end is a programming error. */
export const MAX_QUEUED_EVENTS = 1000;
/** Steps the machine, queues the events that its effects cause, keeps its one timer, writes its decisions down. */
export function createRunner(machine, deps) {
    const { clock, decisions } = deps;
    const queue = [];
    let state = machine.initial;
    let isStepping = false;
    let isDisposed = false;
    let cancelTimer = () => undefined;
    function stepOnce(event) {
        const before = state;
        const nowMs = clock.nowMs();
        const [next, ...effects] = machine.step(before, event, nowMs, deps.context());
        state = next;
        if (before.at !== next.at || effects.length > 0)
            decisions.add({
                atMs: nowMs,
                machine: machine.name,
                event: event.type,
                from: before.at,
                to: next.at,
                effects: effects.map((effect) => effect.do),
                why: effects.flatMap(({ why }) => (why === undefined ? [] : [why])),
            });
        if (next !== before)
            deps.onState?.(next);
        for (const effect of effects)
            deps.execute(effect);
    }
    function arm() {
        cancelTimer();
        cancelTimer = () => undefined;
        if (isDisposed)
            return;
        const atMs = machine.deadlineMs(state, deps.context());
        if (atMs !== null)
            cancelTimer = clock.after(Math.max(0, atMs - clock.nowMs()), () => deliver(TICK));
    }
    function deliver(event) {
        if (isDisposed)
            return;
        if (queue.length >= MAX_QUEUED_EVENTS)
            throw new Error(`${machine.name}: more than ${MAX_QUEUED_EVENTS} events wait`);
        queue.push(event);
        if (isStepping)
            return;
        isStepping = true;
        try {
            for (let next = queue.shift(); next !== undefined; next = queue.shift())
                stepOnce(next);
        }
        catch (cause) {
            queue.length = 0;
            if (deps.onError === undefined)
                throw cause;
            deps.onError(cause);
        }
        finally {
            isStepping = false;
        }
        arm();
    }
    return {
        send: deliver,
        state: () => state,
        rearm: arm,
        dispose() {
            isDisposed = true;
            queue.length = 0;
            cancelTimer();
        },
    };
}
