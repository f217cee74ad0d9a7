import { coursePush } from '../../../mocks/course.ts';
import { scriptedCourse } from '../../../mocks/course-script.ts';

/** How long the question is open; in the course's milliseconds. */
const OPEN_MS = 20_000;

/** One question. Who joins meanwhile is not asked: it was put to those who were there. */
export const openApp = scriptedCourse<null>({
  name: 'open-app',
  data: null,
  parts: [
    {
      afterMs: 0,
      does: ({ run }) => ({
        pushes: [
          coursePush('open-app', {
            link: `https://example.com/app?from=room&n=${run}`,
            title: '合唱房开始了',
            content: '和主播合唱需要手机麦克风，打开 App 就能加入。',
          }),
        ],
      }),
    },
    { afterMs: OPEN_MS, does: () => ({ pushes: [] }) },
  ],
  present: () => [],
});
