import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush, type SessionPush, personNamed } from '../../../mocks/sessions/session.ts';
import { scripted } from '../../../mocks/sessions/session-script.ts';

/** The viewer of the first tab (`fx_userid` of scenario.ts): only this viewer gets news of the own club. */
const VIEWER_ID = 880_001;

const guardOf = (nickname: string, type: number, level: number, months: number, total: number): SessionPush =>
  sessionPush('guard-update', { user: personNamed(nickname), guard: { level, annual: 0, name: '守护', iconUrl: '' }, type, months, total });
const medalOf = (nickname: string, type: number, level: number): SessionPush =>
  sessionPush('medal-update', { user: personNamed(nickname), medal: { id: 7, name: '知音', iconUrl: '', level }, type });

/** Events in order; each start uses other months, so that they are not treated as repeated. */
const NEWS: readonly ((run: number) => SessionPush)[] = [
  (run) => guardOf('小鱼', 1, 2, run, 36 + run),
  (run) => medalOf('一颗糖', run === 1 ? 1 : 2, run),
  (run) => guardOf('夜航船', 3, 3 + run, 0, 36 + run),
  (run) =>
    sessionPush(
      'fandom-update',
      {
        version: run,
        intimacyLevel: 11 + run,
        intimacy: 5_200,
        clubName: '星河团',
        plateId: 7,
        lightUp: true,
        isFollow: true,
        members: 1_206,
      },
      VIEWER_ID,
    ),
];

/** Past news is not sent to a viewer who joins later. */
export const guard = scripted({
  name: 'guard',
  begin: () => ({}),
  phases: NEWS.map((news) => ({ ms: 6_500, enter: ({ run }) => [news(run)] })),
});

export const mock = recorded('guard', guard, 'Guards, medals and the own fan club', '守护、勋章和自己的粉丝团');
