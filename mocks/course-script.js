/** A scripted session driven mostly by the clock: a sequence of parts, and the actions that viewers may take in each. */
import { COURSE_CODE, refused, } from './course.ts';
export function scriptedCourse(script) {
    const apply = (state, { data, pushes }) => ({
        state: data === undefined ? state : { ...state, data },
        pushes,
    });
    /** Plays the part that is due and arms the next one. */
    function play(state, time) {
        const due = script.parts[state.part];
        const next = script.parts[state.part + 1];
        const moved = { ...state, part: state.part + 1, nextMs: next === undefined ? null : time.nowMs + next.afterMs };
        return due === undefined ? { state: moved, pushes: [] } : apply(moved, due.does(moved, time));
    }
    const isRunning = ({ nextMs }) => nextMs !== null;
    return {
        name: script.name,
        ...(script.module !== undefined && { module: script.module }),
        initial: { run: 0, part: 0, nextMs: null, data: script.data },
        onCall(state, call, time, viewer) {
            const { answer, ...change } = script.calls?.[call.verb]?.(state, call, time, viewer) ?? {
                pushes: [],
                answer: refused(COURSE_CODE.unknownVerb, ''),
            };
            return { ...apply(state, change), answer };
        },
        onCommand(state, command, time) {
            if (command === 'repeat')
                return { state, pushes: script.present(state, time) };
            if (command === 'start')
                return play({ run: state.run + 1, part: 0, nextMs: null, data: script.data }, time);
            if (!isRunning(state))
                return { state, pushes: [] };
            const over = { ...state, nextMs: null };
            return script.ends === undefined ? { state: over, pushes: [] } : apply(over, script.ends(over, time));
        },
        tick: (state, time) => (state.nextMs !== null && time.nowMs >= state.nextMs ? play(state, time) : { state, pushes: [] }),
        deadlineMs: ({ nextMs }) => nextMs,
        snapshot: (state, time) => script.present(state, time),
        phase: (state) => (isRunning(state) ? `${state.part} / ${script.parts.length}` : null),
    };
}
