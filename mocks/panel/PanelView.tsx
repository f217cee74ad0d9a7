import { useEffect, useState, useId, useSyncExternalStore } from 'react';
import type { Decision } from '../../src/player/base/machine.ts';
import css from './PanelView.module.css';
import { useWords, Chip, Part, Recording } from './Recording.tsx';
import { type MockControl, type MockState, PANEL_FAULTS, PANEL_MESSAGES } from '../control.ts';
import type { ListedReport } from '../backend/reports.ts';
import { EN } from './words.ts';
import { createRoot } from 'react-dom/client';
import { SCENARIO_GROUPS } from '../../src/ui/offline-room.ts';
import { nameOfFeature } from '../../src/features/index.ts';

/** Refresh interval while the list is open. */
const REFRESH_MS = 1_000;
const SHOWN_DECISIONS = 60;

const textOf = ({ machine, event, from, to, effects, why }: Decision): string =>
  [machine, event, from, to, ...effects, ...why].join(' ').toLowerCase();

/** Decisions of the room's machines with their reasons, newest first, filtered by words. */
function Decisions({ read }: { read: () => Promise<readonly Decision[]> }) {
  const words = useWords();
  const [decisions, setDecisions] = useState<readonly Decision[]>([]);
  const [filter, setFilter] = useState('');
  useEffect(() => {
    let isOpen = true;
    const refresh = async (): Promise<void> => {
      const next = await read();
      if (isOpen) setDecisions(next);
    };
    void refresh();
    const timer = setInterval(() => void refresh(), REFRESH_MS);
    return () => {
      isOpen = false;
      clearInterval(timer);
    };
  }, [read]);
  const wanted = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = decisions.filter((decision) => wanted.every((word) => textOf(decision).includes(word)));
  return (
    <>
      <input
        className={css.select}
        type="search"
        aria-label={words.decisionFilter}
        placeholder={words.decisionFilter}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      {shown.length === 0 ? (
        <p className={css.note}>{words.noDecisions}</p>
      ) : (
        <ol className={css.reports} aria-label={words.decisions} tabIndex={0}>
          {shown
            .slice(-SHOWN_DECISIONS)
            .reverse()
            .map((decision, index) => (
              <li key={`${decision.atMs} ${index}`} data-machine={decision.machine}>
                <span className={css.reportHead}>
                  <b className={css.reportType}>{decision.machine}</b>
                  <span className={css.reportCode}>{decision.event}</span>
                  <time className={css.reportTime}>{(decision.atMs / 1_000).toFixed(1)} s</time>
                </span>
                <span className={css.reportAbout}>
                  {decision.from === decision.to ? decision.to : `${decision.from} → ${decision.to}`}
                  {decision.effects.length > 0 && ` · ${decision.effects.join(', ')}`}
                </span>
                {decision.why.length > 0 && <span className={css.reportAbout}>{decision.why.join('; ')}</span>}
              </li>
            ))}
        </ol>
      )}
    </>
  );
}

/** Number of reports shown. */
const SHOWN_REPORTS = 30;
/** Number of problems shown per report. */
const SHOWN_PROBLEMS = 2;

/** The open sheet with its distances, as in the style sheet. */
const SHEET_PX = 364;
/** In a window of this width the room keeps its picture and chat beside the sheet. */
const WIDE = matchMedia('(min-width: 1340px)');

/** The room uses the rest of a wide window, so that the sheet covers no part of it. Returns how to end this. */
function keepBeside(): () => void {
  const place = (width: number): void => {
    document.body.style.marginRight = width === 0 ? '' : `${width}px`;
    dispatchEvent(new Event('resize'));
  };
  const follow = (): void => place(WIDE.matches ? SHEET_PX : 0);
  follow();
  WIDE.addEventListener('change', follow);
  return () => {
    WIDE.removeEventListener('change', follow);
    place(0);
  };
}

/**
 * The developer's panel of the offline room: scenarios, faults, messages, record and replay, the room's reports and decisions, and requests
 * without a recording.
 */
function Panel({ control, decisions }: { control: MockControl; decisions: () => Promise<readonly Decision[]> }) {
  const words = useWords();
  const language = words === EN ? 'en' : 'zh-CN';
  const [isOpen, setOpen] = useState(false);
  const state = useSyncExternalStore(
    (changed) => control.subscribe(changed),
    () => control.get(),
  );
  const id = useId();
  useEffect(() => (isOpen ? keepBeside() : undefined), [isOpen]);
  const problem = state.faults.length > 0 || state.unknown.length > 0 || state.reports.some(({ problems }) => problems.length > 0);
  return (
    <aside className={css.panel} aria-label={words.panel}>
      <button
        type="button"
        className={css.tab}
        aria-expanded={isOpen}
        aria-controls={id}
        data-problem={problem || undefined}
        data-recording={state.recording !== null || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {words.tab}
        <span className={css.scenario}> · {state.isReplaying ? 'replay' : state.scenario}</span>
      </button>
      {isOpen && (
        <div id={id} className={css.sheet}>
          <Part title={words.scenario}>
            <p className={css.note}>{state.about[language]}</p>
            <select
              className={css.select}
              aria-label={words.scenario}
              value={state.scenario}
              onChange={(event) => {
                const next = control.scenarios.find(({ name }) => name === event.currentTarget.value);
                if (next !== undefined) control.switchTo(next.name);
              }}
            >
              {SCENARIO_GROUPS.map((group) => (
                <optgroup key={group} label={words.groups[group]}>
                  {control.scenarios
                    .filter((scenario) => scenario.group === group)
                    .map(({ name, about }) => (
                      <option key={name} value={name}>
                        {name} — {about[language]}
                      </option>
                    ))}
                </optgroup>
              ))}
            </select>
          </Part>
          <Faults control={control} state={state} />
          <Messages control={control} />
          <Sessions control={control} state={state} />
          <Recording control={control} state={state} />
          <Reports reports={state.reports} />
          <Part title={words.decisions}>
            <Decisions read={decisions} />
          </Part>
          <Counters state={state} />
        </div>
      )}
    </aside>
  );
}

function Faults({ control, state }: { control: MockControl; state: MockState }) {
  const words = useWords();
  return (
    <Part title={words.faults}>
      <div className={css.chips}>
        {PANEL_FAULTS.map(({ title, fault }) => (
          <Chip key={title} act={() => control.inject(fault)}>
            {words.faultTitles[title]}
          </Chip>
        ))}
      </div>
      {state.faults.length > 0 && (
        <>
          <ul className={css.list}>
            {state.faults.map((fault, index) => (
              // The index is a stable key, because faults are only appended and all cleared together.
              <li key={index}>
                {Object.entries(fault)
                  .map(([key, value]) => `${key}=${String(value)}`)
                  .join(' ')}
              </li>
            ))}
          </ul>
          <Chip act={() => control.clearFaults()}>{words.clearFaults}</Chip>
        </>
      )}
    </Part>
  );
}

function Messages({ control }: { control: MockControl }) {
  const words = useWords();
  return (
    <Part title={words.messages}>
      <div className={css.chips}>
        {PANEL_MESSAGES.map(({ title, message }) => (
          <Chip key={title} act={() => control.push(message)}>
            {words.messageTitles[title]}
          </Chip>
        ))}
      </div>
    </Part>
  );
}

/** Speeds offered by the panel. */
const SPEEDS = [1, 4, 20] as const;

/** Scripted sessions of this room, shared by all its tabs. */
function Sessions({ control, state }: { control: MockControl; state: MockState }) {
  const words = useWords();
  const language = words === EN ? 'en' : 'zh-CN';
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const shown = state.sessions
    .map((session) => ({ ...session, title: words.sessionTitles[session.name] ?? nameOfFeature(session.name, language) }))
    .filter(({ name, title }) => `${title} ${name}`.toLowerCase().includes(wanted));
  return (
    <Part title={words.features}>
      <input
        className={css.select}
        type="search"
        aria-label={words.featureFilter}
        placeholder={words.featureFilter}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      <ul className={css.sessions}>
        {shown.map(({ name, title, phase, isPaused, speed }) => (
          <li key={name} data-session={name} data-phase={phase ?? ''}>
            <b title={name}>{title}</b>
            <span className={css.note}>{phase === null ? words.featureIdle : isPaused ? words.featurePaused : phase}</span>
            <div className={css.chips}>
              <Chip act={() => control.session(name, 'start')}>{words.featureStart}</Chip>
              <Chip act={() => control.session(name, isPaused ? 'resume' : 'pause')} isOff={phase === null}>
                {isPaused ? words.featureResume : words.featurePause}
              </Chip>
              <Chip act={() => control.session(name, 'end')} isOff={phase === null}>
                {words.featureEnd}
              </Chip>
              {SPEEDS.map((each) => (
                <Chip key={each} act={() => control.session(name, { speed: each })} isOn={each === speed} isOff={phase === null}>
                  {each}×
                </Chip>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });

/** Newest first. */
function Reports({ reports }: { reports: readonly ListedReport[] }) {
  const words = useWords();
  const bad = reports.filter(({ problems }) => problems.length > 0).length;
  return (
    <Part title={words.reports}>
      <p className={css.note}>
        {reports.length === 0 ? words.noReports : words.lastReports(Math.min(reports.length, SHOWN_REPORTS))}
        {bad > 0 && <span className={css.bad}>{words.badReports(bad)}</span>}
      </p>
      {reports.length > 0 && (
        <ol className={css.reports} aria-label={words.reports} tabIndex={0}>
          {reports
            .slice(-SHOWN_REPORTS)
            .reverse()
            .map(({ number, atMs, place, type, code, about, problems }) => (
              <li key={number} data-place={place} data-type={type} data-valid={problems.length === 0}>
                <span className={css.reportHead}>
                  <b className={css.reportType}>{type}</b>
                  {code !== '' && <span className={css.reportCode}>{code}</span>}
                  <time className={css.reportTime}>{clock.format(atMs)}</time>
                </span>
                <span className={css.reportAbout}>{about}</span>
                {problems.slice(0, SHOWN_PROBLEMS).map((problem, index) => (
                  <span key={index} className={css.reportBad}>
                    {problem}
                  </span>
                ))}
                {problems.length > SHOWN_PROBLEMS && <span className={css.reportBad}>+{problems.length - SHOWN_PROBLEMS}</span>}
              </li>
            ))}
        </ol>
      )}
    </Part>
  );
}

function Counters({ state }: { state: MockState }) {
  const words = useWords();
  return (
    <Part title={words.counters}>
      <dl className={css.counts}>
        <dt>{words.injected}</dt>
        <dd>{state.faults.length}</dd>
        <dt>{words.unknown}</dt>
        <dd>{state.unknown.length}</dd>
      </dl>
      {state.unknown.length > 0 && (
        <ul className={css.list}>
          {state.unknown.map((what, index) => (
            <li key={index}>{what}</li>
          ))}
        </ul>
      )}
    </Part>
  );
}

/** Shows the developer's panel beside the room; loaded only when the mock backend runs. */

export function showPanel(control: MockControl, decisions: () => Promise<readonly Decision[]>): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<Panel control={control} decisions={decisions} />);
}
