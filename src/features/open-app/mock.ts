import { defineMock, scenario, VIEWER } from '../../../mocks/scenario.ts';
import { coursePush } from '../../../mocks/sessions/course.ts';
import { scriptedCourse } from '../../../mocks/sessions/course-script.ts';

/** How long the invitation is open; milliseconds of the scripted session. */
const OPEN_MS = 20_000;

/** One invitation. It is not sent to viewers who join later. */
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

export const mock = defineMock({
  sessions: [openApp],
  scenarios: {
    'open-app': scenario('The room invites the viewer to open the app', '房间请观众打开 App', { cookies: VIEWER, courses: ['open-app'] }),
  },
});
