import { recorded } from '../../../mocks/scenario.ts';
import { sessionPush, type SessionPush } from '../../../mocks/sessions/session.ts';
import { scripted, type Phase } from '../../../mocks/sessions/session-script.ts';

/** `status` on the wire. */
const LISTENING = 1;
const REAL = 2;
const OVER = 3;

interface Song {
  status: number;
  score: number;
}
const pushOf = (run: number, { status, score }: Song): SessionPush =>
  sessionPush('real-sing-log', {
    songId: 500 + run,
    songName: '星光',
    status,
    score,
    content: status === REAL && score > 90 ? '音准很稳' : '',
  });
const real = (score: number): Phase<Song> => ({ ms: 5_000, enter: ({ state }) => void Object.assign(state, { status: REAL, score }) });

/** A song is analysed, found to be sung live, its score grows, and it ends. */
export const realSing = scripted<Song>({
  name: 'real-sing',
  begin: () => ({ status: LISTENING, score: 0 }),
  phases: [{ ms: 6_000 }, real(88), real(93), real(96)],
  state: ({ phase, run, state }) => (phase === null ? [] : [pushOf(run, state)]),
  over: ({ run }) => [pushOf(run, { status: OVER, score: 0 })],
});

export const mock = recorded(
  'real-sing',
  realSing,
  'The service detects real singing, and the score grows',
  '一首歌被认证为真唱，分数上升',
);
