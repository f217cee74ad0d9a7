import { defineMock, withRecording } from '../../../mocks/scenario.ts';
import {
  answered,
  COURSE_CODE,
  coursePush,
  pickBy,
  refused,
  type Course,
  type CoursePush,
  type CourseStep,
  type CourseTime,
} from '../../../mocks/sessions/course.ts';
import { refusalOf } from '../../../mocks/sessions/course-calls.ts';
import { chance } from '../../../mocks/backend/faults.ts';
import {
  endInfoPush,
  kitPush,
  KITS,
  matchPush,
  person,
  resultPush,
  roundsPush,
  statusPush,
  type PkCourse,
  type PkCoursePhase,
} from './mock-pushes.ts';
import { MAX_BLOOD, QUESTIONS } from './mock-pushes.ts';

/** Milliseconds of the scripted session. */
const PHASE_MS: Readonly<Record<PkCoursePhase, number>> = { match: 5_000, answer: 18_000, reveal: 5_000, help: 10_000, settled: 14_000 };
const CALL_EVERY_MS = 5_000;
const SEED = 83;
const GUESTS = ['小鱼', '南风知我意', '一颗糖', '夜航船'] as const;

type PkStep = CourseStep<PkCourse>;
type Called = ReturnType<Course<PkCourse>['onCall']>;

/** Two stars answer questions; the viewers' votes decide the own star's answer. A wrong answer costs blood. */
export const musicPk: Course<PkCourse> = {
  name: 'music-pk',
  initial: {
    phase: null,
    pkId: 900,
    version: 0,
    round: 0,
    endsMs: 0,
    nextCallMs: 0,
    said: 0,
    votes: {},
    used: {},
    excluded: [],
    own: { blood: MAX_BLOOD, score: 0, right: null },
    rival: { blood: MAX_BLOOD, score: 0, right: null },
  },
  onCall(state, { verb, fields }, time, viewer) {
    const refuse = (code: number, msg: string): Called => ({ state, pushes: [], answer: refused(code, msg) });
    if (verb !== 'answer' && verb !== 'kit' && verb !== 'call' && verb !== 'reborn') return refuse(COURSE_CODE.unknownVerb, '');
    const refusal = refusalOf(viewer, false);
    if (refusal !== null) return { state, pushes: [], answer: refusal };
    const step = asked(state, verb, fields, viewer, time);
    if (typeof step === 'string') return refuse(COURSE_CODE.notNow, step);
    return { ...step, answer: answered() };
  },
  onCommand(state, command, time) {
    if (command === 'repeat') return said(state, time, true);
    if (command === 'end')
      return state.phase === null ? { state, pushes: [] } : state.phase === 'settled' ? over(state, time) : enter(state, 'settled', time);
    const fresh = { blood: MAX_BLOOD, score: 0, right: null };
    const begun: PkCourse = { ...state, pkId: state.pkId + 1, round: 0, votes: {}, used: {}, excluded: [], own: fresh, rival: fresh };
    return enter(begun, 'match', time);
  },
  tick(state, time) {
    if (state.phase === null) return { state, pushes: [] };
    if (time.nowMs >= state.endsMs) return next(state, time);
    if (state.phase !== 'answer' || time.nowMs < state.nextCallMs) return { state, pushes: [] };
    const guest = { userId: 710_000 + (state.said % GUESTS.length), nickname: pickBy(GUESTS, SEED, state.said) };
    return call({ ...state, nextCallMs: time.nowMs + CALL_EVERY_MS }, guest, time);
  },
  deadlineMs: ({ phase, endsMs, nextCallMs }) => (phase === null ? null : phase === 'answer' ? Math.min(endsMs, nextCallMs) : endsMs),
  snapshot: (state, time) => [...momentOf(state, time, true), ...(state.phase === null ? [] : kitsOf(state))],
  phase: ({ phase, round }) => (phase === null ? null : `${phase} ${round}`),
};

type Someone = { readonly userId: number; readonly nickname: string };

/** The next step, or the refusal. */
function asked(
  state: PkCourse,
  verb: 'answer' | 'kit' | 'call' | 'reborn',
  fields: Readonly<Record<string, unknown>>,
  viewer: Someone,
  time: CourseTime,
): PkStep | string {
  if (verb === 'reborn') {
    if (state.phase !== 'help') return '现在不需要复活';
    const helped = { ...state, own: { ...state.own, blood: 1 } };
    const step = enter({ ...helped, round: state.round + 1 }, 'answer', time);
    const line = coursePush('music-pk-help-reborn', {
      pkId: state.pkId,
      helper: person(viewer),
      star: person(STAR),
      blood: 1,
      coin: 100,
      id: `${step.state.version}`,
    });
    return { ...step, pushes: [...step.pushes, line] };
  }
  if (state.phase !== 'answer') return '现在不能这样做';
  if (verb === 'call') return call(state, viewer, time);
  if (verb === 'kit') {
    const kit = KITS.find(({ kitId }) => kitId === fields['kitId']);
    const used = state.used[viewer.userId] ?? [];
    if (kit === undefined || used.includes(kit.kitId)) return '这个道具已经用完了';
    const spent = { ...state, used: { ...state.used, [viewer.userId]: [...used, kit.kitId] } };
    return useKit(spent, kit, viewer, time);
  }
  const { optionId, questionId } = fields;
  if (questionId !== state.pkId * 10 + state.round) return '这道题已经结束了';
  if (typeof optionId !== 'string' || !/^[0-3]$/.test(optionId)) return '没有这个选项';
  if (state.votes[viewer.userId] !== undefined) return '你已经答过这道题了';
  const step = said({ ...state, votes: { ...state.votes, [viewer.userId]: optionId } }, time, false);
  const remind = coursePush('music-pk-remind-answer', {
    pkId: state.pkId,
    questionId: state.pkId * 10 + state.round,
    user: person(viewer),
    content: '已作答',
    id: `${state.pkId}-${state.round}-${viewer.userId}`,
  });
  return { ...step, pushes: [...step.pushes, remind] };
}

const STAR: Someone = { userId: 91_001, nickname: '小喵Momo' };

function useKit(state: PkCourse, kit: (typeof KITS)[number], viewer: Someone, time: CourseTime): PkStep {
  const line = coursePush('music-pk-use-kit', {
    pkId: state.pkId,
    user: person(viewer),
    kit: { ...kit, num: 0, iconUrl: '' },
    questionId: state.pkId * 10 + state.round,
    id: `${state.pkId}-${kit.kitId}-${viewer.userId}`,
  });
  if (kit.kitId === 2) {
    const step = said({ ...state, own: { ...state.own, blood: Math.min(MAX_BLOOD, state.own.blood + 1) } }, time, false);
    return { ...step, pushes: [...step.pushes, line] };
  }
  const { right, options } = QUESTIONS[state.round - 1] ?? QUESTIONS[0];
  const excluded = options
    .map((_text, at) => String(at))
    .filter((id) => id !== String(right))
    .slice(0, 2);
  const next = { ...state, excluded };
  return { state: next, pushes: [line, excludePush(next, viewer)] };
}

const excludePush = (state: PkCourse, viewer: Someone | null): CoursePush =>
  coursePush('music-pk-exclude-error', {
    pkId: state.pkId,
    questionId: state.pkId * 10 + state.round,
    optionIds: [...state.excluded],
    user: viewer === null ? null : person(viewer),
  });

function call(state: PkCourse, who: Someone, time: CourseTime): PkStep {
  const step = said({ ...state, said: state.said + 1, own: { ...state.own, score: state.own.score + 1 } }, time, false);
  const line = coursePush('music-pk-send-call', {
    pkId: state.pkId,
    user: person(who),
    num: 1,
    content: '',
    id: `${state.pkId}-${step.state.said}`,
  });
  return { ...step, pushes: [...step.pushes, line] };
}

function next(state: PkCourse, time: CourseTime): PkStep {
  switch (state.phase) {
    case 'match':
      return enter({ ...state, round: 1 }, 'answer', time);
    case 'answer':
      return enter(judged(state), 'reveal', time);
    case 'reveal':
      if (state.round >= QUESTIONS.length || state.rival.blood === 0) return enter(state, 'settled', time);
      return state.own.blood === 0 ? enter(state, 'help', time) : enter({ ...state, round: state.round + 1 }, 'answer', time);
    case 'help':
      return enter(state, 'settled', time);
    default:
      return over(state, time);
  }
}

/** The option with the most votes is the own star's answer; without votes it is random. */
function judged(state: PkCourse): PkCourse {
  const right = String(QUESTIONS[state.round - 1]?.right ?? 0);
  const votes = Object.values(state.votes);
  const isRight = votes.length === 0 ? chance(SEED, state.round) < 0.5 : votes.filter((id) => id === right).length * 2 >= votes.length;
  const after = (player: PkCourse['own'], wasRight: boolean) => ({
    blood: Math.max(0, player.blood - (wasRight ? 0 : 1)),
    score: player.score + (wasRight ? 10 : 0),
    right: wasRight,
  });
  return { ...state, own: after(state.own, isRight), rival: after(state.rival, chance(SEED + 1, state.round) < 0.6) };
}

function enter(state: PkCourse, phase: PkCoursePhase, time: CourseTime): PkStep {
  const fresh = phase === 'answer' ? { votes: {}, excluded: [], nextCallMs: time.nowMs + CALL_EVERY_MS } : {};
  const step = said({ ...state, ...fresh, phase, endsMs: time.nowMs + PHASE_MS[phase] }, time, true);
  const tip =
    phase === 'help'
      ? [
          coursePush('music-pk-tips', {
            pkId: state.pkId,
            type: 1,
            title: '主播没血了',
            content: '快来助她复活',
            durationS: 6,
            id: `help-${step.state.version}`,
          }),
        ]
      : [];
  return { ...step, pushes: [...step.pushes, ...(phase === 'match' ? kitsOf(step.state) : []), ...tip] };
}

const over = (state: PkCourse, time: CourseTime): PkStep => said({ ...state, phase: null }, time, false);

/** Stock of kits that everybody has, and the kits that viewers have used up. */
const kitsOf = (state: PkCourse): readonly CoursePush[] => [
  ...KITS.map((kit) => kitPush(state, kit, 1, null)),
  ...Object.entries(state.used).flatMap(([userId, used]) =>
    KITS.filter(({ kitId }) => used.includes(kitId)).map((kit) => kitPush(state, kit, 0, { userId: Number(userId), nickname: '' })),
  ),
];

/** `isWhole`: sends the message of the phase in addition to the status, with the same version. */
function said(state: PkCourse, time: CourseTime, isWhole: boolean): PkStep {
  const next = { ...state, version: state.version + 1 };
  return { state: next, pushes: momentOf(next, time, isWhole) };
}

function momentOf(state: PkCourse, time: CourseTime, isWhole: boolean): readonly CoursePush[] {
  const status = statusPush(state, time);
  if (!isWhole || state.phase === null || state.phase === 'help') return [status];
  const question = roundsPush(state, time);
  switch (state.phase) {
    case 'match':
      return [matchPush(state, time), status];
    case 'answer':
      return [status, question, ...(state.excluded.length > 0 ? [excludePush(state, null)] : [])];
    case 'reveal':
      return [status, question, resultPush(state, time)];
    default:
      return [status, endInfoPush(state, time)];
  }
}

export const mock = defineMock({
  sessions: [musicPk],
  scenarios: withRecording(
    'music-pk',
    'A music PK: questions, blood, kits, rebirth, season level',
    '音乐 PK：答题、血量、道具、复活、赛季等级',
  ),
});
