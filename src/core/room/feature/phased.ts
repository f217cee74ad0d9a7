/** Something of a feature that messages lead through phases: a PK, a guess, a draw. At most one runs at a time. */
import type { Machine, MachineEvent, MachineState, Step, Tick } from '../../../player/base/machine.ts';
import { isNewer, replacedAt, type Newest } from '../chat/newest.ts';
import { advance, emptyQueue, enqueue, queueDeadlineMs, type AnnouncementQueue, type Showable } from './announcement-queue.ts';
import type { FeatureRequest } from './feature-request.ts';
import {
  REQUEST_SNAPSHOT,
  CLOSED,
  stepDialog,
  withoutAnswer,
  type DialogEffect,
  type DialogEvent,
  type FeatureDialog,
} from './feature-dialog.ts';
import { endPhase, phaseDeadlineMs, phaseLeftMs, renewPhase, runPhase, type PhaseDeadline } from './phase-deadline.ts';

export interface Run<Data> {
  readonly id: number;
  readonly newest: Newest;
  readonly due: PhaseDeadline;
  readonly data: Data;
}
/** `Parts`: what a feature keeps beside the run; it is removed with the run. */
export interface Phased<Data, Parts = unknown, Line extends Showable = Showable> {
  readonly name: 'none' | 'running';
  readonly box: FeatureDialog;
  readonly run: Run<Data> | null;
  /** The run before, so that a late message of it does not start it again. */
  readonly last: { readonly id: number; readonly newest: Newest } | null;
  /** Lines that are shown for a moment; the first one may arrive before its run. */
  readonly lines: AnnouncementQueue<Line>;
  /** The viewer's answer and its question. */
  readonly answer: { readonly questionId: number; readonly optionId: string } | null;
  readonly parts: Parts;
}

/** What a feature adds to the machine that all of them share. */
interface PhasedPolicy<Data, Parts, Line extends Showable, Event extends MachineEvent> {
  readonly name: string;
  readonly noParts: Parts;
  /** No phase follows this one, so the server is not asked for the next. */
  isLast(data: Data): boolean;
  /** Id of the question that the viewer can answer. */
  questionId?(data: Data): number | undefined;
  /** Another viewer has logged in. */
  withoutViewer?(data: Data): Data;
  onMessage(state: Phased<Data, Parts, Line>, event: Event, nowMs: number, userId: number): Phased<Data, Parts, Line>;
}
export type PhasedEvent = DialogEvent | { readonly type: 'login-changed' };
export type PhasedMachine<State extends MachineState, Event extends MachineEvent> = Machine<
  State,
  Event | PhasedEvent,
  DialogEffect,
  { readonly userId: number }
>;

/** Members of every message about a run. `version` increases with each change of the run. */
export interface RunNews {
  readonly id: number;
  readonly version: number;
  readonly leftMs: number;
}

export const runOf = <Data>({ run }: Phased<Data>, id: number): Run<Data> | null => (run?.id === id ? run : null);

/** Version of a run that was made of a message without a version: each versioned message is newer. */
export const NO_VERSION = -1;

/** Age of a message compared with what is known of its run. `same`: of the same moment as the newest message. */
export function ageOf<Data>(state: Phased<Data>, { id, version }: Omit<RunNews, 'leftMs'>, nowMs: number): 'newer' | 'same' | 'older' {
  const run = runOf(state, id);
  const known = run?.newest ?? (state.last?.id === id ? state.last.newest : null);
  if (isNewer(version, known, nowMs)) return 'newer';
  return run !== null && version === run.newest.version ? 'same' : 'older';
}

/** True for a message of a run that is over. */
export const isOfLast = <Data>({ run, last }: Phased<Data>, id: number): boolean => run?.id !== id && last?.id === id;

/** A newer message: starts a run, which replaces another one, or advances it. */
export function withRun<Data, Parts, Line extends Showable>(
  state: Phased<Data, Parts, Line>,
  news: RunNews,
  data: Data,
  isSamePhase: boolean,
  nowMs: number,
): Phased<Data, Parts, Line> {
  const before = runOf(state, news.id);
  const due = runPhase(news.leftMs, nowMs, isSamePhase ? (before?.due ?? null) : null);
  return {
    ...state,
    name: 'running',
    run: { id: news.id, newest: { version: news.version, atMs: nowMs }, due, data },
    box: before === null ? withoutAnswer(state.box) : state.box,
    last: before === null && state.run !== null ? { id: state.run.id, newest: replacedAt(nowMs) } : state.last,
  };
}

/** Returns the same state if no run is known. */
export const withData = <Data, Parts, Line extends Showable>(state: Phased<Data, Parts, Line>, data: Data): Phased<Data, Parts, Line> =>
  state.run === null ? state : { ...state, run: { ...state.run, data } };

/** A message of the same moment: its time applies to a phase that is overdue or whose end is unknown. Returns the same state if not. */
export function renewed<Data, Parts, Line extends Showable>(
  state: Phased<Data, Parts, Line>,
  leftMs: number,
  nowMs: number,
): Phased<Data, Parts, Line> {
  const due = state.run === null ? null : renewPhase(state.run.due, leftMs, nowMs);
  return state.run === null || due === null || due === state.run.due ? state : { ...state, run: { ...state.run, due } };
}

/** A message about another run than the running one, or about one that is over, is ignored. The first message may come before its run. */
export const mayConcern = <Data>(state: Phased<Data>, id: number): boolean =>
  state.run === null ? !isOfLast(state, id) : state.run.id === id;

export const withLine = <Data, Parts, Line extends Showable>(state: Phased<Data, Parts, Line>, line: Line, nowMs: number) => ({
  ...state,
  lines: enqueue(state.lines, line, nowMs).queue,
});

export const withoutParts = <Data, Parts, Line extends Showable>(
  state: Phased<Data, Parts, Line>,
  noParts: Parts,
): Phased<Data, Parts, Line> => ({
  ...state,
  parts: noParts,
  answer: null,
  lines: { ...state.lines, shown: null, waiting: [] },
});

/** The run is over. `version`: of the message that ends it. */
export function withoutRun<Data, Parts, Line extends Showable>(
  state: Phased<Data, Parts, Line>,
  noParts: Parts,
  nowMs: number,
  version = state.run?.newest.version ?? 0,
): Phased<Data, Parts, Line> {
  const { run, box } = state;
  if (run === null) return state;
  const last = { id: run.id, newest: { version, atMs: nowMs } };
  return { ...withoutParts(state, noParts), name: 'none', box: withoutAnswer(box, false), run: null, last };
}

export function phasedMachine<Data, Parts, Line extends Showable, Event extends MachineEvent>(
  policy: PhasedPolicy<Data, Parts, Line, Event>,
): PhasedMachine<Phased<Data, Parts, Line>, Event> {
  type State = Phased<Data, Parts, Line>;
  const questionIdOf = ({ run }: State): number | undefined => (run === null ? undefined : policy.questionId?.(run.data));

  function onTick(state: State, nowMs: number): Step<State, DialogEffect> {
    const lines = advance(state.lines, nowMs);
    const shown = lines === state.lines ? state : { ...state, lines };
    if (shown.run === null) return [shown];
    const end = endPhase(shown.run.due, nowMs, policy.isLast(shown.run.data));
    if (end === 'not yet') return [shown];
    if (end === 'gone') return [withoutRun(shown, policy.noParts, nowMs)];
    return [{ ...shown, run: { ...shown.run, due: end } }, REQUEST_SNAPSHOT];
  }

  function onDialog(state: State, event: DialogEvent, userId: number): Step<State, DialogEffect> {
    const questionId = questionIdOf(state);
    const isAnswer = event.type === 'request' && event.verb === 'answer';
    // A question can be answered once, because a refused second answer would also remove the first one.
    if (isAnswer && state.answer !== null && state.answer.questionId === questionId) return [state];
    const [box, ...effects] = stepDialog(state.box, event, userId);
    if (box === state.box) return [state, ...effects];
    // The answer is shown immediately and removed if the server refuses it; another refused request does not affect it.
    if (isAnswer && questionId !== undefined && box.request.name === 'sending')
      return [{ ...state, box, answer: { questionId, optionId: String(event.fields['optionId'] ?? '') } }, ...effects];
    const before = state.box.request;
    const isRefused = event.type === 'answered' && event.refusal !== null && before.name === 'sending' && before.what.startsWith('answer ');
    return [{ ...state, box, answer: isRefused ? null : state.answer }, ...effects];
  }

  return {
    name: policy.name,
    initial: { name: 'none', box: CLOSED, run: null, last: null, lines: emptyQueue, answer: null, parts: policy.noParts },
    step(state, event, nowMs, { userId }) {
      if (isTick(event)) return onTick(state, nowMs);
      if (isDialogEvent(event)) return onDialog(state, event, userId);
      if (event.type !== 'login-changed') return [policy.onMessage(state, event as Event, nowMs, userId)];
      const data = state.run === null ? undefined : policy.withoutViewer?.(state.run.data);
      return [{ ...(data === undefined ? state : withData(state, data)), answer: null }];
    },
    deadlineMs: ({ run, lines }) => earlierMs(run === null ? null : phaseDeadlineMs(run.due), queueDeadlineMs(lines)),
  };
}

const isTick = (event: MachineEvent | Tick): event is Tick => event.type === 'tick';
const isDialogEvent = (event: MachineEvent | Tick): event is DialogEvent => ['entry', 'close', 'request', 'answered'].includes(event.type);

/** Members of the view that every phased feature has. `run` null: something is shown before the run is known. */
export interface TimedView {
  readonly isOpen: boolean;
  readonly request: FeatureRequest;
  readonly leftMs: number;
  readonly isOverdue: boolean;
}
export const timedView = ({ run, box }: Phased<unknown>, nowMs: number): TimedView => ({
  isOpen: box.isOpen,
  request: box.request,
  leftMs: run === null ? 0 : phaseLeftMs(run.due, nowMs),
  isOverdue: run?.due.name === 'overdue',
});

/** The earlier of two deadlines; null: none. */
export const earlierMs = (a: number | null, b: number | null): number | null => (a === null ? b : b === null ? a : Math.min(a, b));
