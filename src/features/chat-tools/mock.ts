import { defineMock } from '../../../mocks/scenario.ts';
import { badFields, sessionPush, type SessionAnswer, type SessionPush, type SessionViewer } from '../../../mocks/sessions/session.ts';
import { scripted, type Play } from '../../../mocks/sessions/session-script.ts';
import { MUTE_MS, withMute, type Mute } from '../../core/room/chat/blocked.ts';

const REASONS: readonly unknown[] = ['advertising', 'abuse', 'indecent', 'fraud', 'other'];
/** Reporter-user pairs that are stored; a second report of the same user is refused. */
const MAX_REPORTS = 200;

interface State {
  /** `reporter:reported`. */
  reports: readonly string[];
  /** `untilMs` is in the time of the scripted session. */
  mutes: readonly Mute[];
}

/** The user of a call, or its refusal. */
function userOf({ toUserId }: Fields, viewer: SessionViewer): number | SessionAnswer {
  const userId = Number(toUserId);
  if (!Number.isSafeInteger(userId) || userId <= 0) return badFields('没有这个用户');
  return userId === viewer.userId ? badFields('不能对自己操作') : userId;
}
type Fields = Readonly<Record<string, unknown>>;

/** A call of the star: notice for everybody, and message for the user whose lines are accepted or refused. */
function moderate(notice: string, mutedMs: number | null) {
  return (play: Play<State>, fields: Fields, viewer: SessionViewer): SessionAnswer | undefined => {
    const userId = userOf(fields, viewer);
    if (typeof userId !== 'number') return userId;
    const name = typeof fields['name'] === 'string' ? fields['name'].slice(0, 40) : '';
    play.push(sessionPush('public-notice', { content: `${name} ${notice}` }));
    if (mutedMs === null) return undefined;
    const { state } = play;
    state.mutes = withMute(current(play), userId, mutedMs === 0 ? null : play.nowMs + mutedMs);
    return play.push(muting(userId, mutedMs));
  };
}

const current = ({ state, nowMs }: Play<State>): readonly Mute[] => state.mutes.filter(({ untilMs }) => nowMs < untilMs);
const muting = (userId: number, mutesMs: number): SessionPush => ({
  ...sessionPush('public-notice-user', { content: mutesMs > 0 ? '主播暂时不让你发言' : '主播允许你继续发言' }, userId),
  mutesMs,
});

/** Reports of viewers and the star's moderation. It has no phases: it only answers calls. */
export const chatTools = scripted<State>({
  name: 'chat-tools',
  begin: () => ({ reports: [], mutes: [] }),
  phase: (play) => (current(play).length === 0 ? null : 'mutes'),
  // A muted user who reconnects stays muted.
  show: (play) => current(play).map(({ userId, untilMs }) => muting(userId, play.leftMs(untilMs))),
  calls: {
    report({ state }, fields, viewer) {
      const userId = userOf(fields, viewer);
      if (typeof userId !== 'number') return userId;
      if (!REASONS.includes(fields['reason'])) return badFields('请选择举报原因');
      const pair = `${viewer.userId}:${userId}`;
      if (state.reports.includes(pair)) return '你已经举报过这位用户';
      state.reports = [...state.reports, pair].slice(-MAX_REPORTS);
    },
  },
  starCalls: {
    mute: moderate('被主播禁言 10 分钟', MUTE_MS),
    unmute: moderate('可以继续发言了', 0),
    kick: moderate('被请出了直播间', null),
  },
});

export const mock = defineMock({
  sessions: [chatTools],
  scenarios: {},
});
