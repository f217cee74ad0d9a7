import { type ReactNode, useId, useState, useSyncExternalStore } from 'react';

import { type MockControl, type MockState, PANEL_FAULTS, PANEL_MESSAGES } from '../control.ts';
import type { SeenReport } from '../reports.ts';
import css from './PanelView.module.css';

/** Reports that the panel shows, of those that the mock keeps. */
const SHOWN_REPORTS = 30;
/** What is wrong with one of them. */
const SHOWN_PROBLEMS = 2;

/** The offline room in a developer's hands: scenarios, faults, messages, record and replay, what the room reported, what the mock did not know. */
export function Panel({ control }: { control: MockControl }) {
  const [isOpen, setOpen] = useState(false);
  const state = useSyncExternalStore(
    (changed) => control.subscribe(changed),
    () => control.get(),
  );
  const id = useId();
  const trouble = state.faults.length > 0 || state.unknown.length > 0 || state.reports.some(({ problems }) => problems.length > 0);
  return (
    <aside className={css.panel} aria-label="离线模式">
      <button
        type="button"
        className={css.tab}
        aria-expanded={isOpen}
        aria-controls={id}
        data-trouble={trouble || undefined}
        data-recording={state.recording !== null || undefined}
        onClick={() => setOpen(!isOpen)}
      >
        离线 · {state.isReplaying ? 'replay' : state.scenario}
      </button>
      {isOpen && (
        <div id={id} className={css.sheet}>
          <Part title="场景">
            <p className={css.note}>{state.about}</p>
            <select
              className={css.select}
              aria-label="场景"
              value={state.scenario}
              onChange={(event) => {
                const next = control.scenarios.find(({ name }) => name === event.currentTarget.value);
                if (next !== undefined) control.switchTo(next.name);
              }}
            >
              {control.scenarios.map(({ name, about }) => (
                <option key={name} value={name}>
                  {name} — {about}
                </option>
              ))}
            </select>
          </Part>
          <Faults control={control} state={state} />
          <Messages control={control} />
          <Recording control={control} state={state} />
          <Reports reports={state.reports} />
          <Counters state={state} />
        </div>
      )}
    </aside>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.part}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Faults({ control, state }: { control: MockControl; state: MockState }) {
  return (
    <Part title="故障">
      <div className={css.chips}>
        {PANEL_FAULTS.map(({ title, fault }) => (
          <button key={title} type="button" className={css.chip} onClick={() => control.inject(fault)}>
            {title}
          </button>
        ))}
      </div>
      {state.faults.length > 0 && (
        <>
          <ul className={css.list}>
            {state.faults.map((fault, index) => (
              // Faults are only added at the end and cleared together.
              <li key={index}>
                {Object.entries(fault)
                  .map(([key, value]) => `${key}=${String(value)}`)
                  .join(' ')}
              </li>
            ))}
          </ul>
          <button type="button" className={css.chip} onClick={() => control.clearFaults()}>
            清除全部
          </button>
        </>
      )}
    </Part>
  );
}

function Messages({ control }: { control: MockControl }) {
  return (
    <Part title="服务器消息">
      <div className={css.chips}>
        {PANEL_MESSAGES.map(({ title, message }) => (
          <button key={title} type="button" className={css.chip} onClick={() => control.push(message)}>
            {title}
          </button>
        ))}
      </div>
    </Part>
  );
}

function Recording({ control, state }: { control: MockControl; state: MockState }) {
  const [problem, setProblem] = useState('');
  const file = useId();
  const stop = async (): Promise<void> => {
    const url = URL.createObjectURL(await control.stopRecording());
    const link = document.createElement('a');
    link.href = url;
    link.download = `footlight-${state.scenario}.session`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 0);
  };
  const replay = async (chosen: File | undefined): Promise<void> => {
    if (chosen === undefined) return;
    const answer = await control.replay(chosen);
    setProblem(answer.ok ? '' : `${answer.error.code} ${answer.error.detail}`);
  };
  return (
    <Part title="录制与回放">
      <div className={css.chips}>
        {state.recording === null ? (
          <button type="button" className={css.chip} onClick={() => control.startRecording()}>
            开始录制
          </button>
        ) : (
          <button type="button" className={css.chip} data-on="" onClick={() => void stop()}>
            停止并保存（{(state.recording.bytes / 1024).toFixed(0)} kB{state.recording.isFull ? '，已满' : ''}）
          </button>
        )}
        {state.isReplaying ? (
          <button type="button" className={css.chip} onClick={() => control.stopReplay()}>
            结束回放
          </button>
        ) : (
          <label className={css.chip} htmlFor={file}>
            回放文件…
            <input
              id={file}
              type="file"
              className={css.file}
              onChange={(event) => {
                void replay(event.currentTarget.files?.[0]);
              }}
            />
          </label>
        )}
      </div>
      {problem !== '' && (
        <p className={css.bad} role="alert">
          {problem}
        </p>
      )}
    </Part>
  );
}

const clock = new Intl.DateTimeFormat('zh-CN', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });

/** Newest first. */
function Reports({ reports }: { reports: readonly SeenReport[] }) {
  const bad = reports.filter(({ problems }) => problems.length > 0).length;
  return (
    <Part title="上报">
      <p className={css.note}>
        {reports.length === 0 ? '还没有上报' : `最近 ${Math.min(reports.length, SHOWN_REPORTS)} 条`}
        {bad > 0 && <span className={css.bad}>，{bad} 条不符合格式</span>}
      </p>
      {reports.length > 0 && (
        <ol className={css.reports} aria-label="上报" tabIndex={0}>
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
  return (
    <Part title="计数">
      <dl className={css.counts}>
        <dt>注入的故障</dt>
        <dd>{state.faults.length}</dd>
        <dt>没有录制的请求</dt>
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
