import { createCourseHost } from '../course-host.ts';
import { COURSES } from '../courses.ts';
import { rowNamed } from '../push-rows.ts';
export function createCourses() {
    const listeners = new Set();
    const host = createCourseHost(COURSES, {
        clock: {
            nowMs: () => performance.now(),
            epochMs: () => Date.now(),
            after(delayMs, act) {
                const timer = setTimeout(act, delayMs);
                return () => clearTimeout(timer);
            },
        },
        push({ name, ...push }) {
            for (const listener of listeners)
                listener({ ...push, id: rowNamed(name).id });
        },
        onStatus: () => undefined,
    });
    return {
        host,
        listen(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
    };
}
/** `start`, `end`, `pause`, `resume`, or `speed 20`. */
export function readCommand(text) {
    if (text === 'start' || text === 'end' || text === 'pause' || text === 'resume')
        return text;
    const speed = Number(/^speed (\d{1,3})$/.exec(text)?.[1] ?? Number.NaN);
    return Number.isNaN(speed) ? null : { speed };
}
