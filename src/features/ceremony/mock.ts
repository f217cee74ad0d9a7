import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush, type SessionPush, MOCK_RIVAL, MOCK_STAR } from '../../../mocks/sessions/session.ts';
import { scripted, type Play } from '../../../mocks/sessions/session-script.ts';

const COMMON = { ceremonyId: 30, star: MOCK_STAR, title: '星光盛典' } as const;

const failure = ({ run }: Play<object>, match: number, msg: string): SessionPush =>
  sessionPush('ceremony-match-failure', { ...COMMON, matchId: run * 10 + match, status: 2, msg });
const success = (play: Play<object>): SessionPush =>
  sessionPush('ceremony-match-success', {
    ...COMMON,
    matchId: play.run * 10 + 2,
    status: 1,
    rival: MOCK_RIVAL,
    msg: '为主播加油，赢下这一场',
    leftMs: play.leftMs(),
  });

/** No opponent is found at first; later one is found for a while. */
export const ceremony = scripted({
  name: 'ceremony',
  begin: () => ({}),
  phases: [
    { name: 'search', ms: 8_000, enter: (play) => [failure(play, 1, '这一轮没有合适的对手，马上再试一次')] },
    { name: 'match', ms: 40_000 },
  ],
  state: (play) => (play.phase === 'match' ? [success(play)] : []),
  over: (play, cut) => (cut === 'match' ? [failure(play, 2, '这一场被取消了')] : []),
});

export const mock = recorded(
  'ceremony',
  ceremony,
  'A ceremony match: first without a rival, then with one',
  '盛典匹配：先失败，再匹配到对手',
);
