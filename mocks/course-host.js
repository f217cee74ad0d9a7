import { COURSE_CODE, refused, } from './course.ts';
/** Rooms whose sessions are kept; the oldest room is dropped. */
const MAX_ROOMS = 16;
const MAX_SPEED = 100;
export function runCourse(course) {
    return { name: course.name, module: course.module ?? course.name, begin: (deps) => begin(course, deps) };
}
function begin(course, { clock, push, changed }) {
    let state = course.initial;
    let isBegun = false;
    let speed = 1;
    let isPaused = false;
    /** The course's time counts from here. */
    let anchor = { realMs: clock.nowMs(), courseMs: 0 };
    let cancel = () => undefined;
    const courseMs = () => anchor.courseMs + (isPaused ? 0 : (clock.nowMs() - anchor.realMs) * speed);
    const time = () => {
        const nowMs = courseMs();
        return { nowMs, leftMs: (atMs) => Math.max(0, Math.round((atMs - nowMs) / speed)) };
    };
    const apply = (step) => {
        state = step.state;
        for (const one of step.pushes)
            push(one, null);
        arm();
        changed();
    };
    function arm() {
        cancel();
        cancel = () => undefined;
        const atMs = isPaused ? null : course.deadlineMs(state);
        if (atMs !== null)
            cancel = clock.after(Math.max(1, (atMs - courseMs()) / speed), () => apply(course.tick(state, time())));
    }
    /** Messages say how long is left: after a change of the speed, everybody gets the present state once more. */
    function retime(change) {
        anchor = { courseMs: courseMs(), realMs: clock.nowMs() };
        change();
        // A session that does not run sends nothing.
        const isSilent = isPaused || course.phase(state) === null;
        apply(isSilent ? { state, pushes: [] } : course.onCommand(state, 'repeat', time()));
    }
    return {
        call(call, viewer) {
            if (call.verb === 'snapshot') {
                for (const one of course.snapshot(state, time()))
                    push({ ...one, toUserId: viewer.userId }, null);
                return { code: 0, data: {} };
            }
            const { answer, ...step } = course.onCall(state, call, time(), viewer);
            apply(step);
            return answer;
        },
        command(command) {
            switch (command) {
                case 'start':
                    isBegun = true;
                    if (isPaused)
                        retime(() => void (isPaused = false));
                    return apply(course.onCommand(state, 'start', time()));
                case 'end':
                    return apply(course.onCommand(state, 'end', time()));
                case 'pause':
                    return retime(() => void (isPaused = true));
                case 'resume':
                    return retime(() => void (isPaused = false));
                default:
                    return retime(() => void (speed = Math.min(MAX_SPEED, Math.max(0.1, command.speed))));
            }
        },
        sendState(connection) {
            for (const one of course.snapshot(state, time()))
                push(one, connection);
        },
        hasBegun: () => isBegun,
        status: () => ({ phase: course.phase(state), isPaused, speed }),
        dispose: () => cancel(),
    };
}
export function createCourseHost(courses, deps) {
    const rooms = new Map();
    const statusOf = (runs) => [...runs].map(([name, run]) => ({ name, ...run.status() }));
    function roomOf(roomId) {
        const known = rooms.get(roomId);
        if (known)
            return known;
        const changed = () => deps.onStatus(roomId, statusOf(roomOf(roomId)));
        const runs = new Map(courses.map((course) => [
            course.name,
            course.begin({ clock: deps.clock, changed, push: (push, connection) => deps.push({ ...push, roomId, connection }) }),
        ]));
        rooms.set(roomId, runs);
        for (const [oldest, held] of rooms) {
            if (rooms.size <= MAX_ROOMS)
                break;
            for (const run of held.values())
                run.dispose();
            rooms.delete(oldest);
        }
        return runs;
    }
    return {
        join(roomId, connection, begins) {
            for (const [name, run] of roomOf(roomId)) {
                if (begins.includes(name) && !run.hasBegun())
                    run.command('start');
                // A session that does not run needs no panel.
                else if (run.status().phase !== null)
                    run.sendState(connection);
            }
        },
        call(roomId, name, call, viewer) {
            const room = roomOf(roomId);
            let answer = refused(COURSE_CODE.unknownVerb, '');
            for (const course of courses) {
                const run = course.module === name ? room.get(course.name) : undefined;
                if (run === undefined || (answer.code !== COURSE_CODE.unknownVerb && call.verb !== 'snapshot'))
                    continue;
                answer = run.call(call, viewer);
            }
            return answer;
        },
        command: (roomId, name, command) => roomOf(roomId).get(name)?.command(command),
        status: (roomId) => statusOf(roomOf(roomId)),
        dispose() {
            for (const runs of rooms.values())
                for (const run of runs.values())
                    run.dispose();
        },
    };
}
