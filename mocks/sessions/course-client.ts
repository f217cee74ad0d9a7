/** The page's connection to the scripted sessions, which all tabs share. */
import type { CourseCommand } from './course-host.ts';
import type { FeatureRequest } from './course-calls.ts';
import { COURSE_CODE, refused, type CourseAnswer } from './course.ts';
import type { CourseReply, CourseRequest } from './course-worker.ts';

/** For browsers without shared workers: the recordings are played, and the features' calls fail. */
const ANSWER_MS = 5_000;

export interface CourseClient {
  /** Never rejects. */
  call(call: FeatureRequest): Promise<CourseAnswer>;
  command(roomId: number, name: string, command: CourseCommand): void;
  askStatus(roomId: number): void;
}

const WITHOUT: CourseClient = {
  call: () => Promise.resolve(refused(COURSE_CODE.notNow, 'no shared worker')),
  command: () => undefined,
  askStatus: () => undefined,
};

/** Resolves when viewers can join, before the room's workers start. */
export async function connectCourses(): Promise<CourseClient> {
  if (!('SharedWorker' in globalThis)) return WITHOUT;
  const worker = new SharedWorker(new URL('./course-worker.ts', import.meta.url), { type: 'module', name: 'footlight-courses' });
  const { port } = worker;
  const waiting = new Map<number, (answer: CourseAnswer) => void>();
  const ask = (request: CourseRequest): void => port.postMessage(request);
  let asked = 0;
  const ready = new Promise<boolean>((resolve) => {
    worker.addEventListener('error', () => resolve(false));
    setTimeout(() => resolve(false), ANSWER_MS);
    port.addEventListener('message', ({ data }: MessageEvent<CourseReply>) => {
      if (data.kind === 'ready') resolve(true);
      else waiting.get(data.id)?.(data.answer);
    });
  });
  port.start();
  if (!(await ready)) {
    console.error('the shared worker of the features did not start');
    return WITHOUT;
  }
  return {
    call: (call) =>
      new Promise((resolve) => {
        const id = ++asked;
        const settle = (answer: CourseAnswer): void => {
          waiting.delete(id);
          clearTimeout(timer);
          resolve(answer);
        };
        const timer = setTimeout(() => settle(refused(COURSE_CODE.notNow, 'no answer')), ANSWER_MS);
        waiting.set(id, settle);
        ask({ kind: 'call', id, call });
      }),
    command: (roomId, name, command) => ask({ kind: 'command', roomId, name, command }),
    askStatus: (roomId) => ask({ kind: 'status', roomId }),
  };
}
