import { recorded } from '../../../mocks/scenario.ts';
import { badFields, sessionPush, MOCK_STAR, personNamed } from '../../../mocks/sessions/session.ts';
import { scripted } from '../../../mocks/sessions/session-script.ts';

interface State {
  readonly id: number;
  readonly user: ReturnType<typeof personNamed>;
  readonly content: string;
  /** 0: none yet, 1: accepted, 2: declined. */
  answer: number;
}
/** The viewer of the first tab (`fx_userid` of scenario.ts) in the mock's notation. */
const VIEWER = personNamed('观众0001', 880_001);
const FRIEND = personNamed('小鱼', 600_101);

/** Two confessions: the first to another viewer, who accepts, the second to the viewer of the first tab, who can answer. */
export const confession = scripted<State>({
  name: 'confession',
  begin: () => ({ id: 0, user: VIEWER, content: '', answer: 0 }),
  phases: [
    {
      ms: 6_000,
      enter: (play) =>
        void (play.state = { id: play.run * 10 + 1, user: FRIEND, content: '谢谢你每晚都在，今晚的第一首歌送给你', answer: 0 }),
    },
    { ms: 9_000, enter: ({ state }) => void (state.answer = 1) },
    {
      // Longer than the card's own countdown, even when the scripted session is sped up.
      ms: 60_000,
      enter: (play) => void (play.state = { id: play.run * 10 + 2, user: VIEWER, content: '有你在的直播间，连安静都是好听的', answer: 0 }),
    },
  ],
  state: ({ state }) => (state.id === 0 ? [] : [sessionPush('confession', { ...state, star: MOCK_STAR, audioUrl: '' })]),
  over(play, cut) {
    if (cut !== null && play.state.answer === 0) play.state.answer = 2;
    else play.state = { ...play.state, id: 0 };
  },
  calls: {
    answer(play, { id, as }, viewer) {
      const { state } = play;
      if (as !== 'accept' && as !== 'decline') return badFields('回应失败');
      if (id !== state.id || state.user.userId !== viewer.userId || state.answer !== 0) return '这条告白已经结束';
      state.answer = as === 'accept' ? 1 : 2;
      return play.say();
    },
  },
});

export const mock = recorded(
  'confession',
  confession,
  'AI-written confessions to two viewers; the viewer of the first tab answers',
  'AI 对两位观众告白，第一个标签页的观众可以回应',
);
