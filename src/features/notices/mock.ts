import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush, type SessionPush, personNamed } from '../../../mocks/sessions/session.ts';
import { scripted } from '../../../mocks/sessions/session-script.ts';

/** The viewer of the mock's own rooms (`VIEWER` of scenario.ts). */
const VIEWER_ID = 880_001;

/** Groups of notices, one every 6 s; `round` makes the notices of each start different from those of earlier starts. */
const GROUPS: readonly ((round: number) => readonly SessionPush[])[] = [
  (round) => [
    sessionPush('public-notice', { content: `欢迎来到小喵Momo的直播间，请文明发言（第 ${round} 场）` }),
    sessionPush('common-notice-room', { title: '开播提醒', content: `今晚 20:00 唱新歌，第 ${round} 场`, durationS: 12 }),
  ],
  (round) => [
    sessionPush('common-notice-all', { title: '年度盛典', content: `第 ${round} 场晋级赛开始，去林听夏的房间看看`, roomId: 1_003 }),
    sessionPush('public-notice-link', { content: `点歌榜第 ${round} 期公布`, link: 'https://example.com/ranks' }),
  ],
  (round) => [
    sessionPush('public-notice-user', {
      content: `恭喜你获得第 ${round} 张粉丝体验卡`,
      user: personNamed('观众0001', VIEWER_ID),
    }),
    sessionPush('common-notice', { title: '系统', content: `弹幕特效第 ${round} 次更新` }),
  ],
  (round) => [
    sessionPush('ceremony-notice', { title: '星光盛典', content: `第 ${round} 轮投票最后十分钟`, link: 'https://example.com/vote' }),
  ],
];

/** Notices of the site and of the room. Past notices are not sent to a viewer who joins later. */
export const notices = scripted({
  name: 'notices',
  begin: () => ({}),
  phases: GROUPS.map((group) => ({ ms: 6_000, enter: ({ run }) => group(run) })),
});

export const mock = recorded(
  'notices',
  notices,
  'Notices of site and room above the chat input, the most important first',
  '全站和房间通知，显示在聊天输入框上方，重要的在前',
);
