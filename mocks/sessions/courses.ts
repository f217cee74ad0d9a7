import { follow } from '../backend/follow.ts';
import { profiles } from '../backend/profiles.ts';
import type { Course } from './course.ts';
import { runCourse, type AnyCourse } from './course-host.ts';
import * as sessions from './feature-sessions.ts';

/** All scripted sessions of the mock. `profiles` is before the other session of its feature, because it answers only its own verbs. */
export const COURSES: readonly AnyCourse[] = [profiles, follow, ...Object.values(sessions)].map((session) =>
  // Each session keeps the type of its own state, which the host never reads.
  runCourse(session as Course<unknown>),
);
