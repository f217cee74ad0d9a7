/** The scripted sessions of the origin server, shared by all its clients. */
import type { CourseMessage } from '../control.ts';
import { createCourseHost, type CourseCommand, type CourseHost } from '../sessions/course-host.ts';
import { COURSES } from '../sessions/courses.ts';
import { rowNamed } from '../recordings/push-rows.ts';

export interface Courses {
  readonly host: CourseHost;
  /** Called for every message of a scripted session; returns an unsubscribe function. */
  listen(listener: (message: CourseMessage) => void): () => void;
}

export function createCourses(): Courses {
  const listeners = new Set<(message: CourseMessage) => void>();
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
      for (const listener of listeners) listener({ ...push, id: rowNamed(name).id });
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

/** Reads `start`, `end`, `pause`, `resume`, or `speed 20`. */
export function readCommand(text: string): CourseCommand | null {
  if (text === 'start' || text === 'end' || text === 'pause' || text === 'resume') return text;
  const speed = Number(/^speed (\d{1,3})$/.exec(text)?.[1] ?? Number.NaN);
  return Number.isNaN(speed) ? null : { speed };
}
