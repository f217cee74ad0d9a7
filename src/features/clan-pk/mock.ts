import { defineMock, withRecording } from '../../../mocks/scenario.ts';
import {
  answered,
  COURSE_CODE,
  coursePush,
  pickBy,
  refused,
  type Course,
  type CourseCall,
  type CoursePush,
  type CourseStep,
  type CourseTime,
  type CourseViewer,
} from '../../../mocks/sessions/course.ts';
import { personNamed } from '../../../mocks/sessions/course-people.ts';
import { refusalOf } from '../../../mocks/sessions/course-calls.ts';

/** Milliseconds of the scripted session. */
const STAGE_MS = 20_000;
const CHAMPION_MS = 12_000;
const GUEST_EVERY_MS = 3_000;
const OVER = 5;
const POINTS = 10;
const MAX_TEXT_CHARS = 20;
const SEED = 67;
const CLANS = [
  { clanId: 1, name: '星河战队' },
  { clanId: 2, name: '晚风战队' },
  { clanId: 3, name: '海盐战队' },
] as const;
const GUESTS = ['小鱼', '南风知我意', '一颗糖', '夜航船', '阿澈'] as const;
const LINES = ['加油', '冲鸭', '必胜'] as const;
const STAGE_NAMES = ['', '小组赛', '半决赛', '决赛'] as const;

export interface ClanCourse {
  /** 0: not running; 4: the champion is shown. */
  readonly stage: number;
  readonly pkId: number;
  readonly version: number;
  readonly endsMs: number;
  readonly nextGuestMs: number;
  readonly said: number;
  /** Points of the clans that remain. */
  readonly scores: Readonly<Record<number, number>>;
}
type ClanStep = CourseStep<ClanCourse>;

/** Three clans collect points over three stages. */
export const clanPk: Course<ClanCourse> = {
  name: 'clan-pk',
  initial: { stage: 0, pkId: 500, version: 0, endsMs: 0, nextGuestMs: 0, said: 0, scores: {} },
  onCall(state, call, time, viewer) {
    if (call.verb !== 'quick') return { state, pushes: [], answer: refused(COURSE_CODE.unknownVerb, '') };
    return quick(state, call, time, viewer);
  },
  onCommand(state, command, time) {
    if (command === 'repeat') return { state, pushes: all(state, time) };
    if (command === 'end') return state.stage === 0 ? { state, pushes: [] } : enter(state, state.stage < 4 ? 4 : 0, time);
    return enter({ ...state, pkId: state.pkId + 1, scores: Object.fromEntries(CLANS.map(({ clanId }) => [clanId, 0])) }, 1, time);
  },
  tick(state, time) {
    if (time.nowMs >= state.endsMs) return enter(state, state.stage < 4 ? state.stage + 1 : 0, time);
    if (state.stage === 4 || time.nowMs < state.nextGuestMs) return { state, pushes: [] };
    const { clanId } = pickBy(CLANS, SEED, state.said);
    const guest = { userId: 600_050 + (state.said % GUESTS.length), nickname: pickBy(GUESTS, SEED + 1, state.said) };
    return say({ ...state, nextGuestMs: time.nowMs + GUEST_EVERY_MS }, clanId, guest, pickBy(LINES, SEED + 2, state.said), time);
  },
  deadlineMs: ({ stage, endsMs, nextGuestMs }) => (stage === 0 ? null : stage === 4 ? endsMs : Math.min(endsMs, nextGuestMs)),
  snapshot: all,
  phase: ({ stage }) => (stage === 0 ? null : `stage ${stage}`),
};

function quick(
  state: ClanCourse,
  { fields }: CourseCall,
  time: CourseTime,
  viewer: CourseViewer,
): ReturnType<Course<ClanCourse>['onCall']> {
  const { clanId, text } = fields;
  const refuse = (code: number, msg: string) => ({ state, pushes: [], answer: refused(code, msg) });
  const refusal = refusalOf(viewer, false);
  if (refusal !== null) return { state, pushes: [], answer: refusal };
  if (state.stage === 0 || state.stage === 4) return refuse(COURSE_CODE.notNow, '现在不能发送');
  const clan = CLANS.find((one) => one.clanId === clanId);
  if (clan === undefined || typeof text !== 'string' || text === '' || text.length > MAX_TEXT_CHARS)
    return refuse(COURSE_CODE.badFields, '发送失败');
  return { ...say(state, clan.clanId, viewer, text, time), answer: answered() };
}

function say(
  state: ClanCourse,
  clanId: number,
  { userId, nickname }: Pick<CourseViewer, 'userId' | 'nickname'>,
  content: string,
  time: CourseTime,
): ClanStep {
  const scores = { ...state.scores, [clanId]: (state.scores[clanId] ?? 0) + POINTS };
  const next = { ...state, scores, said: state.said + 1, version: state.version + 1 };
  const message = coursePush('clan-pk-quick-message', {
    pkId: state.pkId,
    clanId,
    clanName: nameOf(clanId),
    sender: personNamed(nickname, userId),
    content,
    type: 1,
    id: `${state.pkId}-${next.said}`,
  });
  // Sends the state of all clans, because a new leader also changes the state of the former one.
  return { state: next, pushes: [message, ...all(next, time)] };
}

function enter(state: ClanCourse, stage: number, time: CourseTime): ClanStep {
  const endsMs = time.nowMs + (stage === 4 ? CHAMPION_MS : STAGE_MS);
  const next = { ...state, stage, endsMs, nextGuestMs: time.nowMs + GUEST_EVERY_MS, version: state.version + 1 };
  return { state: next, pushes: all(next, time) };
}

const nameOf = (clanId: number): string => CLANS.find((one) => one.clanId === clanId)?.name ?? '';
function all(state: ClanCourse, time: CourseTime): readonly CoursePush[] {
  return CLANS.map(({ clanId }) => promotion(state, clanId, time));
}

function promotion(state: ClanCourse, clanId: number, time: CourseTime): CoursePush {
  const score = state.scores[clanId] ?? 0;
  const rank = 1 + CLANS.filter((other) => (state.scores[other.clanId] ?? 0) > score).length;
  const isLeading = rank === 1 && score > 0;
  return coursePush('clan-pk-promotion', {
    pkId: state.pkId,
    clanId,
    clanName: nameOf(clanId),
    stage: state.stage === 0 ? OVER : state.stage,
    rank,
    score,
    title: !isLeading ? '' : state.stage === 4 ? `${nameOf(clanId)} 夺得冠军` : `${STAGE_NAMES[state.stage] ?? ''} 暂列第一`,
    leftMs: state.stage === 0 ? 0 : time.leftMs(state.endsMs),
    version: state.version,
  });
}

export const mock = defineMock({
  sessions: [clanPk],
  scenarios: withRecording('clan-pk', 'A PK of clans in three stages, with quick messages', '三轮战队赛，可以发快捷消息'),
});
