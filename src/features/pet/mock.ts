import { defineMock, withRecording } from '../../../mocks/scenario.ts';
import { answered, COURSE_CODE, coursePush, refused, type CoursePush } from '../../../mocks/sessions/course.ts';
import { refusalOf } from '../../../mocks/sessions/course-calls.ts';
import { scriptedCourse, type Part, type Playing, type ScriptCall } from '../../../mocks/sessions/course-script.ts';

const PET_ID = 8;
const ORDERS = [
  { title: '送小鱼一束花', coin: 20 },
  { title: '陪夜航船看星星', coin: 50 },
] as const;
/** Milliseconds of the scripted session. */
const EVERY_MS = 8_000;
const OPEN_MS = 30_000;

interface Missed {
  readonly orderId: string;
  readonly title: string;
  readonly coin: number;
}
type State = readonly Missed[];

const pushOf = (order: Missed): CoursePush => coursePush('pet-missed-order', { petId: PET_ID, ...order });

const take: ScriptCall<State> = ({ data }, { fields }, _time, viewer) => {
  const refusal = refusalOf(viewer, false);
  if (refusal !== null) return { pushes: [], answer: refusal };
  const order = data.find(({ orderId }) => orderId === fields['orderId']);
  if (order === undefined || fields['petId'] !== PET_ID) return { pushes: [], answer: refused(COURSE_CODE.notNow, '这个订单已经被接走了') };
  return { data: data.filter((other) => other !== order), pushes: [], answer: answered({ coin: order.coin }) };
};

/** The pet misses two orders; the first viewer to react takes one. */
export const pet = scriptedCourse<State>({
  name: 'pet',
  data: [],
  parts: [
    ...ORDERS.map((order, at): Part<State> => ({
      afterMs: at === 0 ? 0 : EVERY_MS,
      does({ run, data }: Playing<State>) {
        const missed = { ...order, orderId: `${run}-${at + 1}` };
        return { data: [...data, missed], pushes: [pushOf(missed)] };
      },
    })),
    { afterMs: OPEN_MS, does: () => ({ data: [], pushes: [] }) },
  ],
  present: ({ data }) => data.map(pushOf),
  ends: () => ({ data: [], pushes: [] }),
  calls: { take },
});

export const mock = defineMock({
  sessions: [pet],
  scenarios: withRecording('pet', 'Orders that the pet missed and that can still be accepted', '宠物错过的订单，还可以补接'),
});
