import { defineMock, withRecording } from '../../../mocks/scenario.ts';
import { coursePush, type CoursePush } from '../../../mocks/sessions/course.ts';
import { personNamed } from '../../../mocks/sessions/course-people.ts';
import { scriptedCourse, type Part, type Playing } from '../../../mocks/sessions/course-script.ts';

const STICKERS = [
  { emotionId: 1, name: '鼓掌', sender: '小鱼' },
  { emotionId: 2, name: '爱了', sender: '南风知我意' },
  { emotionId: 3, name: '哈哈哈', sender: '一颗糖' },
  { emotionId: 1, name: '鼓掌', sender: '夜航船' },
] as const;
/** Milliseconds of the scripted session. */
const EVERY_MS = 5_500;
const LAST_MS = 5_000;

const sticker = ({ emotionId, name, sender }: (typeof STICKERS)[number], { run, part }: Playing<null>): CoursePush =>
  coursePush('emotion', { id: run * 100 + part, emotionId, name, iconUrl: '', durationS: 5, user: personNamed(sender) });

/** Stickers of several viewers. A viewer who joins late does not receive past stickers. */
export const emotion = scriptedCourse<null>({
  name: 'emotion',
  data: null,
  parts: [
    ...STICKERS.map((one, at): Part<null> => ({
      afterMs: at === 0 ? 0 : EVERY_MS,
      does: (state) => ({ pushes: [sticker(one, state)] }),
    })),
    { afterMs: LAST_MS, does: () => ({ pushes: [] }) },
  ],
  present: () => [],
});

export const mock = defineMock({
  sessions: [emotion],
  scenarios: withRecording('emotion', 'Stickers over the stage', '画面上的表情'),
});
