import { defineMock, withRecording } from '../../../mocks/scenario.ts';
import { coursePush, type CoursePush } from '../../../mocks/sessions/course.ts';
import { scriptedCourse, type Playing } from '../../../mocks/sessions/course-script.ts';

/** `status` on the wire. */
const STATUS = { listening: 1, real: 2, over: 3 } as const;
/** Milliseconds of the scripted session. */
const LISTENS_MS = 6_000;
const SCORE_EVERY_MS = 5_000;

interface Song {
  readonly status: (typeof STATUS)[keyof typeof STATUS];
  readonly score: number;
}
const SILENT: Song = { status: STATUS.over, score: 0 };

const pushOf = ({ run }: Playing<Song>, data: Song): CoursePush =>
  coursePush('real-sing-log', {
    songId: 500 + run,
    songName: '星光',
    ...data,
    content: data.status === STATUS.real && data.score > 90 ? '音准很稳' : '',
  });
const sing = (data: Song) => (state: Playing<Song>) => ({ data, pushes: [pushOf(state, data)] });

/** A song is analysed, found to be sung live, its score grows, and it ends. */
export const realSing = scriptedCourse<Song>({
  name: 'real-sing',
  data: SILENT,
  parts: [
    { afterMs: 0, does: sing({ status: STATUS.listening, score: 0 }) },
    { afterMs: LISTENS_MS, does: sing({ status: STATUS.real, score: 88 }) },
    { afterMs: SCORE_EVERY_MS, does: sing({ status: STATUS.real, score: 93 }) },
    { afterMs: SCORE_EVERY_MS, does: sing({ status: STATUS.real, score: 96 }) },
    { afterMs: SCORE_EVERY_MS, does: sing(SILENT) },
  ],
  present: (state) => (state.data.status === STATUS.over ? [] : [pushOf(state, state.data)]),
  ends: sing(SILENT),
});

export const mock = defineMock({
  sessions: [realSing],
  scenarios: withRecording('real-sing', 'The service detects real singing, and the score grows', '一首歌被认证为真唱，分数上升'),
});
