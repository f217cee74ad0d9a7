import { defineMock, scenario, VIEWER } from '../../../mocks/scenario.ts';
import { badFields, sessionPush, MOCK_STAR, personNamed } from '../../../mocks/sessions/session.ts';
import { scripted, type Play } from '../../../mocks/sessions/session-script.ts';

const MAX_SLOW_S = 600;
const MAX_TEXT_CHARS = 200;
const MAX_NAME_CHARS = 40;

interface Mode {
  /** User to whom the rules do not apply. */
  starId: number;
  slowS: number;
  isFollowersOnly: boolean;
  pinned: { readonly lineId: string; readonly user: ReturnType<typeof personNamed>; readonly text: string } | null;
}
const FREE = { slowS: 0, isFollowersOnly: false, pinned: null } as const;

function change(play: Play<Mode>, changes: Partial<Mode>): undefined {
  Object.assign(play.state, changes);
  return play.say();
}

/** The star's calls change the rules; the scripted session shows all of them for a while. */
export const chatMode = scripted<Mode>({
  name: 'chat-mode',
  begin: () => ({ starId: MOCK_STAR.userId, ...FREE }),
  start(play) {
    const pinned = { lineId: 'start', user: personNamed(MOCK_STAR.nickname, MOCK_STAR.userId), text: '今晚点歌到十一点，歌单在点歌台里' };
    change(play, { slowS: 10, isFollowersOnly: true, pinned });
    play.after(300_000, () => change(play, FREE));
  },
  end: (play) => change(play, FREE),
  phase: ({ state }) => (state.slowS > 0 || state.isFollowersOnly || state.pinned !== null ? 'led' : null),
  // The mock of the chat applies these rules: it refuses a line that is sent too early.
  state({ version, state: { starId, slowS, isFollowersOnly, pinned } }) {
    if (version === 0) return [];
    return [{ ...sessionPush('chat-mode', { version, slowS, isFollowersOnly, pinned }), slow: { ms: slowS * 1_000, starId } }];
  },
  starCalls: {
    set(play, { slowS, followersOnly }, { userId }) {
      const isValid = typeof slowS === 'number' && Number.isInteger(slowS) && slowS >= 0 && slowS <= MAX_SLOW_S;
      return isValid ? change(play, { slowS, isFollowersOnly: followersOnly === 1, starId: userId }) : badFields('设置有误');
    },
    pin(play, { text, name, toUserId }, { userId }) {
      const pinnedId = Number(toUserId);
      if (typeof text !== 'string' || text === '' || typeof name !== 'string' || !Number.isSafeInteger(pinnedId))
        return badFields('设置有误');
      const user = personNamed(name.slice(0, MAX_NAME_CHARS), pinnedId);
      const pinned = { lineId: `line-${play.version + 1}`, user, text: text.slice(0, MAX_TEXT_CHARS) };
      return change(play, { pinned, starId: userId });
    },
    unpin: (play, _fields, { userId }) => change(play, { pinned: null, starId: userId }),
  },
});

export const mock = defineMock({
  sessions: [chatMode],
  scenarios: {
    'chat-led': scenario(
      'Chat modes set by the star: a pinned line, slow mode, followers only',
      '主播管理的聊天：置顶、慢速模式、仅关注者',
      {
        cookies: VIEWER,
        sessions: ['chat-mode'],
      },
    ),
  },
});
