import { useEffect, useRef, useState } from 'react';

import { useToolPage } from '../../src/design/tool-page.tsx';
import { writeThreadCosts } from '../../src/player/rules/decoding/threads.ts';
import { STORED_KEYS, writeStored } from '../../src/core/room/start/stored.ts';
import { writeStorage } from '../../src/ui/page/page-input.ts';
import type { BenchmarkResult } from '../measure/schema.ts';
import css from './BenchPage.module.css';
import { limitsOf, readLink, readText } from './collected.ts';
import { Results } from './Results.tsx';
import { BenchRun } from './run.ts';
import { type Part, PARTS } from './step.ts';
import { type Text, TextContext, TEXTS, useText } from './text.ts';

const TICK_MS = 500;
/** The room's own measurements expire after the same time (player/memory.ts). */
const LIMITS_S = 14 * 86_400;
/** More results side by side are not readable. */
const RESULTS_MAX = 6;

/** Stores what the result teaches the room, and returns it in words; '' without a figure. */
function remember(result: BenchmarkResult): string {
  const { costs, nativeHevc } = limitsOf(result);
  const stored = writeThreadCosts(costs);
  if (stored.length > 0) writeStorage('localStorage', STORED_KEYS.decodeThreads, writeStored(stored, LIMITS_S, Date.now()));
  if (nativeHevc !== null) writeStorage('localStorage', STORED_KEYS.nativeHevc, writeStored(nativeHevc, LIMITS_S, Date.now()));
  return stored.join(', ');
}

/** Results of files and of the link that opened the page. */
function useOpened(text: Text) {
  const [others, setOthers] = useState<readonly BenchmarkResult[]>([]);
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const show = (): void => {
      const linked = readLink(location.hash);
      if (linked?.ok) setOthers([linked.value]);
      else if (linked) setProblem(linked.why);
    };
    show();
    addEventListener('hashchange', show);
    return () => removeEventListener('hashchange', show);
  }, []);

  const addFiles = async (files: readonly File[]): Promise<void> => {
    setProblem('');
    for (const file of files.slice(0, RESULTS_MAX)) {
      const read = readText(await file.text());
      if (read.ok) setOthers((before) => [...before, read.value].slice(-RESULTS_MAX));
      else setProblem(text.refused(file.name, read.why));
    }
  };
  return { others, setOthers, problem, setProblem, addFiles };
}

export function BenchPage() {
  const { text, header } = useToolPage(TEXTS);
  const { others, setOthers, problem, setProblem, addFiles } = useOpened(text);
  const [run, setRun] = useState<BenchRun | null>(null);
  const [learned, setLearned] = useState('');
  const [, tick] = useState(0);
  const stage = useRef<HTMLDivElement>(null);

  const isRunning = run !== null && !run.isOver;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);

  const start = (name: string, parts: readonly Part[]): void => {
    const isQuick = new URLSearchParams(location.search).has('quick');
    const next = new BenchRun(parts, isQuick, () => tick((count) => count + 1));
    setProblem('');
    setLearned('');
    setRun(next);
    next
      .start(name, stage.current!)
      .catch((cause: unknown) => setProblem(`${text.failed}${String(cause)}`))
      .finally(() => {
        const result = next.result();
        // A quick run is too short to decide anything.
        if (result !== null && !isQuick) setLearned(remember(result));
      });
  };

  const own = run?.result() ?? null;
  const results = own === null ? others : [own, ...others];

  return (
    <TextContext value={text}>
      <div
        className={css.page}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void addFiles([...event.dataTransfer.files]);
        }}
      >
        {header}
        <main className={css.main}>
          <Form isRunning={isRunning} onStart={start} onStop={() => run?.stop()} />
          {run !== null && <Running run={run} learned={learned} />}
          {problem !== '' && (
            <p className={css.problem} role="alert">
              {problem}
            </p>
          )}
          <div ref={stage} className={css.stage} hidden={!isRunning} aria-label={text.stage} role="region" />
          <Results
            results={results}
            isOwn={own !== null}
            isRunning={isRunning}
            onFiles={(files) => void addFiles(files)}
            onRemove={(result) => setOthers(others.filter((one) => one !== result))}
          />
        </main>
      </div>
    </TextContext>
  );
}

interface FormProps {
  readonly isRunning: boolean;
  readonly onStart: (name: string, parts: readonly Part[]) => void;
  readonly onStop: () => void;
}

function Form({ isRunning, onStart, onStop }: FormProps) {
  const text = useText();
  const [name, setName] = useState('');
  const [parts, setParts] = useState<readonly Part[]>(PARTS);
  const toggle = (part: Part, isOn: boolean): void => setParts(PARTS.filter((one) => (one === part ? isOn : parts.includes(one))));
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isRunning) onStop();
        else onStart(name.trim(), parts);
      }}
    >
      <p>{text.about}</p>
      <p className={css.faint}>{globalThis.crossOriginIsolated ? text.isolated : text.notIsolated}</p>
      <fieldset className={css.parts} disabled={isRunning}>
        <legend className="unseen">{text.whatRuns}</legend>
        {PARTS.map((part) => (
          <label key={part}>
            <input type="checkbox" checked={parts.includes(part)} onChange={(event) => toggle(part, event.target.checked)} />{' '}
            {text.parts[part]}
          </label>
        ))}
      </fieldset>
      <div className={css.row}>
        <input
          className={css.name}
          aria-label={text.name}
          placeholder={text.name}
          maxLength={40}
          value={name}
          disabled={isRunning}
          onChange={(event) => setName(event.target.value)}
        />
        {/* One button, so that the focus stays when a run begins. */}
        <button type="submit" className={css.start} data-running={isRunning || undefined} disabled={parts.length === 0}>
          {isRunning ? text.stop : text.start}
        </button>
      </div>
    </form>
  );
}

function Running({ run, learned }: { run: BenchRun; learned: string }) {
  const text = useText();
  const { step, done, all, left } = run.progress();
  return (
    <section className={css.running} aria-label={text.progress}>
      {!run.isOver && <progress max={all} value={done} aria-label={text.progress} />}
      <p>
        <span role="status">{step === null ? text.finished : text.running(text.parts[step.part], step.name)}</span>
        {step !== null && <span className={css.faint}>{text.left(left)}</span>}
      </p>
      {learned !== '' && <p className={css.faint}>{text.remembered(learned)}</p>}
    </section>
  );
}
