import { defineMock, scenario, VIEWER } from '../../../mocks/scenario.ts';
import { sessionPush } from '../../../mocks/sessions/session.ts';
import { scripted } from '../../../mocks/sessions/session-script.ts';

const LINK = 'https://example.com/app?from=room&n=';
const INVITATION = { title: '合唱房开始了', content: '和主播合唱需要手机麦克风，打开 App 就能加入。' } as const;

/** One invitation. It is not sent to viewers who join later. */
export const openApp = scripted({
  name: 'open-app',
  begin: () => ({}),
  phases: [{ name: 'open', ms: 20_000, enter: ({ run }) => [sessionPush('open-app', { ...INVITATION, link: `${LINK}${run}` })] }],
});

export const mock = defineMock({
  sessions: [openApp],
  scenarios: {
    'open-app': scenario('The room invites the viewer to open the app', '房间请观众打开 App', { cookies: VIEWER, sessions: ['open-app'] }),
  },
});
