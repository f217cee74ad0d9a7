import type { Machine, MachineEvent, MachineState, Step, Tick } from '../../../player/base/machine.ts';
import { areUnversioned, isNewer, replacedAt, type Newest } from './feature-message.ts';
import { advance, dismiss, emptyQueue, enqueue, queueDeadlineMs, type AnnouncementQueue, type Showable } from './announcements.ts';
import {
  type FeatureRequest,
  REQUEST_DETAILS,
  REQUEST_SNAPSHOT,
  CLOSED,
  stepDialog,
  withoutAnswer,
  type DialogEffect,
  type DialogEvent,
  type FeatureDialog,
} from './feature-dialog.ts';

/** Deadline of a feature's phase: a message ends it, or it ends by time. `isAnnounced`: a message contained its time. */
export type PhaseDeadline =
  | { readonly name: 'running'; readonly endsMs: number; readonly isAnnounced: boolean }
  /** Its time is over and the server has not sent the next state: it was requested. */
  | { readonly name: 'overdue'; readonly untilMs: number; readonly isAnnounced: boolean };

/** Grace time for the message that ends a phase; milliseconds. */
const GRACE_MS = 2_000;
/** Timeout of the request for the next state. */
const OVERDUE_MS = 10_000;
/** `unannouncedMs`: silence after which the server is asked about a phase of unknown length; `maxMs`: longest duration that a message may announce. */
const PHASE_LIMITS = { unannouncedMs: 120_000, maxMs: 1_800_000 } as const;
export type PhaseLimits = Readonly<Record<keyof typeof PHASE_LIMITS, number>>;

/** `before`: deadline of the same phase, whose announced end stays if the message contains no time; null for a new phase. */
export const runPhase = (
  leftMs: number,
  nowMs: number,
  before: PhaseDeadline | null = null,
  { unannouncedMs, maxMs }: PhaseLimits = PHASE_LIMITS,
): PhaseDeadline =>
  leftMs <= 0 && before?.name === 'running' && before.isAnnounced
    ? before
    : { name: 'running', endsMs: nowMs + (leftMs > 0 ? Math.min(leftMs, maxMs) : unannouncedMs), isAnnounced: leftMs > 0 };

export const phaseDeadlineMs = (deadline: PhaseDeadline): number =>
  deadline.name === 'running' ? deadline.endsMs + GRACE_MS : deadline.untilMs;

/** 0, which is not shown, for a phase of unknown length. */
export const phaseLeftMs = (deadline: PhaseDeadline, nowMs: number): number =>
  deadline.name === 'running' && deadline.isAnnounced ? Math.max(0, deadline.endsMs - nowMs) : 0;

/** Returns the deadline `overdue` if the server has to be asked now. After the last phase it is not asked, because no phase follows. */
export function endPhase(deadline: PhaseDeadline, nowMs: number, isLast: boolean): 'not yet' | 'gone' | PhaseDeadline {
  if (nowMs < phaseDeadlineMs(deadline)) return 'not yet';
  return deadline.name === 'overdue' || isLast
    ? 'gone'
    : { name: 'overdue', untilMs: nowMs + OVERDUE_MS, isAnnounced: deadline.isAnnounced };
}

/**
 * For a repeated state: a time left in the message applies to a phase that is overdue or whose end was not announced. An overdue phase of
 * unknown length runs again without one.
 */
export function renewPhase(deadline: PhaseDeadline, leftMs: number, nowMs: number): PhaseDeadline {
  const isOverdue = deadline.name === 'overdue';
  return (deadline.isAnnounced ? isOverdue && leftMs > 0 : isOverdue || leftMs > 0) ? runPhase(leftMs, nowMs) : deadline;
}

/** The earliest of several times; null: none. */
export function earliestMs(times: readonly (number | null | undefined)[]): number | null {
  const known = times.filter((time) => typeof time === 'number');
  return known.length === 0 ? null : Math.min(...known);
}

/** Something of a feature that messages lead through phases: a PK, a guess, a draw. At most one runs at a time. */

export interface Run<Data> {
  readonly id: number;
  readonly newest: Newest;
  readonly deadline: PhaseDeadline;
  readonly data: Data;
}
/** `Parts`: state of a feature beside the run, which ends with the run. */
export interface Phased<Data, Parts = unknown, Line extends Showable = Showable> {
  readonly name: 'none' | 'running';
  readonly dialog: FeatureDialog;
  readonly run: Run<Data> | null;
  /** The run before, so that a late message of it does not start it again. */
  readonly last: { readonly id: number; readonly newest: Newest } | null;
  /** Lines that are shown for a moment; the first one may arrive before its run. */
  readonly lines: AnnouncementQueue<Line>;
  /** The viewer's answer and its question. */
  readonly answer: { readonly questionId: number; readonly optionId: string } | null;
  readonly parts: Parts | null;
}

/** What a feature adds to the machine that all of them share. */
interface PhasedPolicy<Data, Parts, Line extends Showable, Event extends MachineEvent> {
  readonly name: string;
  /** No phase follows this one, so the server is not asked for the next. */
  isLast(data: Data): boolean;
  /** Id of the question that the viewer can answer. */
  questionId?(data: Data): number | undefined;
  /** Another viewer has logged in. */
  withoutViewer?(data: Data): Data;
  /** The dialog shows more than the messages to the whole room contain: the server sends it to the viewer who opens the dialog. */
  hasDetails?(data: Data): boolean;
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
  if (areUnversioned(version, run?.newest) || isNewer(version, known, nowMs)) return 'newer';
  return run !== null && version === run.newest.version ? 'same' : 'older';
}

/** True for a message of a run that is over. */
export const isOfLast = <Data>({ run, last }: Phased<Data>, id: number): boolean => run?.id !== id && last?.id === id;

/** A newer message: starts a run, which replaces another one, or advances it. */
export function withRun<Data, Parts, Line extends Showable>(
  state: Phased<Data, Parts, Line>,
  { id, version, leftMs }: RunNews,
  data: Data,
  isSamePhase: boolean,
  nowMs: number,
): Phased<Data, Parts, Line> {
  const before = runOf(state, id);
  const deadline = runPhase(leftMs, nowMs, isSamePhase ? (before?.deadline ?? null) : null);
  const next: Phased<Data, Parts, Line> = { ...state, name: 'running', run: { id, newest: { version, atMs: nowMs }, deadline, data } };
  if (before !== null) return next;
  const begun = { ...next, dialog: withoutAnswer(state.dialog) };
  // Lines and parts that arrived before the first message of a run belong to it.
  return state.run === null ? begun : { ...withoutParts(begun), last: { id: state.run.id, newest: replacedAt(nowMs) } };
}

/** A message that contains the whole state of a run; `data` null: the run is over. */
export interface WholeNews<Data> extends RunNews {
  readonly data: Data | null;
}

/** The state after such a message. The end of a run that is not known is ignored. */
export function withNews<Data, Parts, Line extends Showable>(
  state: Phased<Data, Parts, Line>,
  news: WholeNews<Data>,
  isSamePhase: (known: Data, next: Data) => boolean,
  nowMs: number,
): Phased<Data, Parts, Line> {
  const age = ageOf(state, news, nowMs);
  if (age !== 'newer') return age === 'same' ? renewed(state, news.leftMs, nowMs) : state;
  const known = runOf(state, news.id)?.data;
  if (news.data === null) return known === undefined ? state : withoutRun(state, nowMs, news.version);
  return withRun(state, news, news.data, known !== undefined && isSamePhase(known, news.data), nowMs);
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
  const deadline = state.run === null ? null : renewPhase(state.run.deadline, leftMs, nowMs);
  return state.run === null || deadline === null || deadline === state.run.deadline ? state : { ...state, run: { ...state.run, deadline } };
}

/** A message about another run than the running one, or about one that is over, is ignored. The first message may come before its run. */
export const mayConcern = <Data>(state: Phased<Data>, id: number): boolean =>
  state.run === null ? !isOfLast(state, id) : state.run.id === id;

export const withLine = <Data, Parts, Line extends Showable>(state: Phased<Data, Parts, Line>, line: Line, nowMs: number) => ({
  ...state,
  lines: enqueue(state.lines, line, nowMs).queue,
});

/** A line that replaces the one shown, which is no longer true. A repeated line changes nothing. */
export function withNewestLine<Data, Parts, Line extends Showable>(state: Phased<Data, Parts, Line>, line: Line, nowMs: number) {
  const next = withLine(state, line, nowMs);
  const { shown, waiting } = next.lines;
  return shown === null || waiting.length === 0 ? next : { ...next, lines: dismiss(next.lines, shown.item.key, nowMs) };
}

const withoutParts = <Data, Parts, Line extends Showable>(state: Phased<Data, Parts, Line>): Phased<Data, Parts, Line> => ({
  ...state,
  parts: null,
  answer: null,
  lines: { ...state.lines, shown: null, waiting: [] },
});

/** The run is over. `version`: of the message that ends it. */
export function withoutRun<Data, Parts, Line extends Showable>(
  state: Phased<Data, Parts, Line>,
  nowMs: number,
  version = state.run?.newest.version ?? 0,
): Phased<Data, Parts, Line> {
  const { run, dialog } = state;
  if (run === null) return state;
  const last = { id: run.id, newest: { version, atMs: nowMs } };
  return { ...withoutParts(state), name: 'none', dialog: withoutAnswer(dialog, false), run: null, last };
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
    const end = endPhase(shown.run.deadline, nowMs, policy.isLast(shown.run.data));
    if (end === 'not yet') return [shown];
    if (end === 'gone') return [withoutRun(shown, nowMs)];
    return [{ ...shown, run: { ...shown.run, deadline: end } }, REQUEST_SNAPSHOT];
  }

  function onDialog(state: State, event: DialogEvent, userId: number): Step<State, DialogEffect> {
    const questionId = questionIdOf(state);
    const isAnswer = event.type === 'request' && event.verb === 'answer';
    // A question can be answered once, because a refused second answer would also remove the first one.
    if (isAnswer && state.answer !== null && state.answer.questionId === questionId) return [state];
    const [dialog, ...effects] = stepDialog(state.dialog, event, userId);
    if (dialog === state.dialog) return [state, ...effects];
    if (event.type === 'entry' && state.run !== null && policy.hasDetails?.(state.run.data) === true)
      return [{ ...state, dialog }, REQUEST_DETAILS];
    // The answer is shown immediately and removed if the server refuses it; another refused request does not affect it.
    if (isAnswer && questionId !== undefined && dialog.request.name === 'sending')
      return [{ ...state, dialog, answer: { questionId, optionId: String(event.fields['optionId'] ?? '') } }, ...effects];
    const before = state.dialog.request;
    const isRefused = event.type === 'answered' && event.refusal !== null && before.name === 'sending' && before.what.startsWith('answer ');
    return [{ ...state, dialog, answer: isRefused ? null : state.answer }, ...effects];
  }

  return {
    name: policy.name,
    initial: { name: 'none', dialog: CLOSED, run: null, last: null, lines: emptyQueue, answer: null, parts: null },
    step(state, event, nowMs, { userId }) {
      if (isTick(event)) return onTick(state, nowMs);
      if (isDialogEvent(event)) return onDialog(state, event, userId);
      if (event.type !== 'login-changed') return [policy.onMessage(state, event as Event, nowMs, userId)];
      const data = state.run === null ? undefined : policy.withoutViewer?.(state.run.data);
      return [{ ...(data === undefined ? state : withData(state, data)), answer: null }];
    },
    deadlineMs: ({ run, lines }) => earliestMs([run === null ? null : phaseDeadlineMs(run.deadline), queueDeadlineMs(lines)]),
  };
}

const isTick = (event: MachineEvent | Tick): event is Tick => event.type === 'tick';
const isDialogEvent = (event: MachineEvent | Tick): event is DialogEvent => ['entry', 'close', 'request', 'answered'].includes(event.type);

/** Members of the view that every phased feature has. `run` null: something is shown before the run is known. */
export interface TimedView {
  readonly isOpen: boolean;
  readonly request: FeatureRequest;
  readonly leftMs: number;
  /** The announced time of the phase is over, or the server was asked, and no message has announced the next phase. */
  readonly isOverdue: boolean;
}
export function timedView({ run, dialog }: Phased<unknown>, nowMs: number): TimedView {
  const leftMs = run === null ? 0 : phaseLeftMs(run.deadline, nowMs);
  const isOverdue = run !== null && (run.deadline.name === 'overdue' || (run.deadline.isAnnounced && leftMs === 0));
  return { ...dialog, leftMs, isOverdue };
}
