import { type SyntheticEvent, useEffect, useEffectEvent, useId, useState } from 'react';

import { copyText } from '../../design/clipboard.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { useToolPage } from '../../design/tool-page.tsx';
import { SOURCE_CHOICES, type Check, type SourceChoice } from './checks.ts';
import css from './PlayerPage.module.css';
import { TextContext, TEXTS, useText } from './text.ts';
import { hereNow, type Trial, useTrial } from './use-trial.ts';

export function PlayerPage() {
  const { text, header } = useToolPage(TEXTS);
  const { trial, stage, start, stop, setMuted } = useTrial();
  const isOpen = trial.phase === 'playing' || trial.phase === 'stopped';

  return (
    <TextContext value={text}>
      <div className={css.page}>
        {header}
        <main className={css.main}>
          <AddressForm isRunning={trial.phase === 'playing' || trial.phase === 'inspecting'} onStart={start} onStop={stop} />
          <div className={css.columns} data-open={isOpen || undefined}>
            {/* The box is always mounted, because the player is created in it. */}
            <div className={css.left} hidden={!isOpen}>
              <Stage trial={trial} box={stage} onSound={() => setMuted(false)} />
              <Figures trial={trial} />
            </div>
            {trial.phase === 'idle' && trial.checks.length === 0 && trial.error === null && <Idle />}
            <div className={css.right}>
              <Checks trial={trial} />
              {isOpen && <Logs trial={trial} />}
            </div>
          </div>
        </main>
      </div>
    </TextContext>
  );
}

/** Placeholder of the picture before the first address, with the checks that an address goes through. */
function Idle() {
  const { check, checks } = useText();
  return (
    <div className={css.idle}>
      <Icon name="play" size={40} />
      <ol aria-label={checks}>
        {Object.values(check).map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ol>
    </div>
  );
}

/** The offline build serves the fixtures; other builds have no samples. */
const SAMPLES: readonly (readonly [name: string, path: string])[] =
  import.meta.env.VITE_MOCK === '1'
    ? [
        ['H264', '/fixtures/streams/stage-852x480-h264.flv'],
        ['H265 · id 12', '/fixtures/streams/stage-852x480-h265-id12.flv'],
        ['H265 · hvc1', '/fixtures/streams/stage-852x480-h265-hvc1.flv'],
        ['MP4', '/fixtures/clips/stage-h265.mp4'],
      ]
    : [];
const ADDRESS_CHARS_MAX = 2_048;

interface FormProps {
  readonly isRunning: boolean;
  readonly onStart: (address: string, choice: SourceChoice, allowsOneThread: boolean) => void;
  readonly onStop: () => void;
}

function AddressForm({ isRunning, onStart, onStop }: FormProps) {
  const text = useText();
  const [address, setAddress] = useState(() => new URLSearchParams(location.search).get('src') ?? '');
  const [choice, setChoice] = useState<SourceChoice>('auto');
  const [allowsOneThread, setAllowsOneThread] = useState(false);
  const field = useId();
  const [isIsolated] = useState(() => hereNow(false).isIsolated);

  const start = (wanted: string): void => {
    setAddress(wanted);
    onStart(wanted.trim(), choice, allowsOneThread);
  };
  // ?src=… opens an address at once, so that results can be linked.
  const startFirst = useEffectEvent(() => {
    if (address.trim() !== '') onStart(address.trim(), choice, allowsOneThread);
  });
  useEffect(() => startFirst(), []);

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    start(address);
  };

  return (
    <section className={css.picker}>
      <p className={css.about}>{text.about}</p>
      <form className={css.form} onSubmit={submit}>
        <label className="unseen" htmlFor={field}>
          {text.address}
        </label>
        <input
          id={field}
          className={css.address}
          type="text"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={ADDRESS_CHARS_MAX}
          placeholder={text.address}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <select
          className={css.kind}
          aria-label={text.kind}
          value={choice}
          onChange={(event) => setChoice(event.target.value as SourceChoice)}
        >
          {SOURCE_CHOICES.map((one) => (
            <option key={one} value={one}>
              {text.kinds[one]}
            </option>
          ))}
        </select>
        <button type="submit" className={css.start} disabled={address.trim() === ''}>
          {text.start}
        </button>
        <button type="button" className={css.stop} disabled={!isRunning} onClick={onStop}>
          {text.stop}
        </button>
      </form>
      {!isIsolated && (
        <label className={css.option}>
          <input type="checkbox" checked={allowsOneThread} onChange={(event) => setAllowsOneThread(event.target.checked)} />
          {text.oneThread}
        </label>
      )}
      {SAMPLES.length > 0 && (
        <p className={css.samples}>
          <span>{text.samples}</span>
          {SAMPLES.map(([name, path]) => (
            <button key={path} type="button" onClick={() => start(path)}>
              {name}
            </button>
          ))}
        </p>
      )}
    </section>
  );
}

interface StageProps {
  readonly trial: Trial;
  readonly box: (element: HTMLDivElement | null) => void;
  readonly onSound: () => void;
}

function Stage({ trial, box, onSound }: StageProps) {
  const text = useText();
  return (
    <section className={css.stage} aria-label={text.stage}>
      <div ref={box} className={css.box} />
      {trial.phase === 'playing' && (trial.isMuted || trial.isSoundBlocked) && (
        <button type="button" className={css.sound} onClick={onSound}>
          {text.sound}
        </button>
      )}
    </section>
  );
}

const NONE = '–';
const fixed = (value: number | undefined, digits: number, unit: string): string =>
  value === undefined || Number.isNaN(value) ? NONE : `${value.toFixed(digits)} ${unit}`.trim();

function Figures({ trial }: { trial: Trial }) {
  const { figures, figure } = useText();
  const { statistics: now, size, firstFrameMs } = trial;
  const rows: readonly (readonly [name: string, value: string])[] = [
    [figure.kind, now?.kind ?? NONE],
    [figure.size, size || NONE],
    [figure.first, firstFrameMs === null ? NONE : `${firstFrameMs} ms`],
    [figure.latency, fixed(now?.latency, 1, 's')],
    [figure.buffered, fixed(now?.buffered, 1, 's')],
    [figure.speed, fixed(now?.speed, 0, 'kB/s')],
    [figure.frames, fixed(now?.paintedFrames, 0, '')],
    [figure.dropped, fixed(now?.droppedFrames, 0, '')],
    [figure.decode, fixed(now?.decodeMs, 1, 'ms')],
    [figure.threads, now === null || now.threads === 0 ? NONE : String(now.threads)],
  ];
  return (
    <section className={css.figures} aria-label={figures}>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const ICONS = { good: 'check', bad: 'alert', note: 'alert', open: 'more' } as const;

/** The verdict first, then each check in the order in which a stream fails. */
function Checks({ trial }: { trial: Trial }) {
  const text = useText();
  const { phase, checks, error } = trial;
  const failed = checks.find(({ state }) => state === 'bad');
  const isOver = failed !== undefined || error?.fatal === true;
  return (
    <section className={css.card} aria-label={text.checks} hidden={phase === 'idle' && checks.length === 0 && error === null}>
      <h2>{text.checks}</h2>
      <p className={css.verdict} role="status" data-state={isOver ? 'bad' : 'good'}>
        {phase === 'inspecting' && text.checking}
        {phase !== 'inspecting' && failed === undefined && (error?.fatal === true ? text.hasStopped : checks.length > 0 && text.canPlay)}
        {failed !== undefined && `${text.cannotPlay} ${text.sentence[failed.sentence](failed.detail)}`}
      </p>
      {error !== null && (
        <p className={css.error} role="alert">
          <b>{error.code}</b> {error.title}
          {error.kind === 'webrtc' && error.network && <span>{text.whepHint}</span>}
          <small>{[error.detail, error.why, error.unsupported].filter(Boolean).join(' · ')}</small>
        </p>
      )}
      {checks.length > 0 && (
        <ol className={css.checks}>
          {checks.map((check) => (
            <Row key={check.name} check={check} />
          ))}
        </ol>
      )}
    </section>
  );
}

function Row({ check: { name, state, sentence, detail } }: { check: Check }) {
  const text = useText();
  return (
    <li data-check={name} data-state={state}>
      <Icon name={ICONS[state]} size={18} />
      <span className={css.name}>
        {text.check[name]}
        <span className="unseen">{text.states[state]}</span>
      </span>
      <span className={css.sentence}>{text.sentence[sentence](detail)}</span>
    </li>
  );
}

type Copied = 'no' | 'yes' | 'refused';
const SHOWN_MAX = 100;

function Logs({ trial }: { trial: Trial }) {
  const text = useText();
  const [copied, setCopied] = useState<Copied>('no');
  const { events, decisions, startMs } = trial;
  const copy = async (): Promise<void> => {
    setCopied((await copyText(reportOf(trial))) ? 'yes' : 'refused');
  };
  return (
    <section className={css.card}>
      <div className={css.head}>
        <h2>{text.decisions}</h2>
        <span role="status">{copied === 'yes' ? text.copied : copied === 'refused' ? text.notCopied : ''}</span>
        <button type="button" onClick={() => void copy()}>
          <Icon name="copy" /> {text.copy}
        </button>
      </div>
      {decisions.length === 0 ? (
        <p className={css.none}>{text.noDecisions}</p>
      ) : (
        <ol className={css.list} aria-label={text.decisions} tabIndex={0}>
          {decisions
            .slice(-SHOWN_MAX)
            .toReversed()
            .map((decision, at) => (
              <li key={`${decision.atMs} ${at}`}>
                <time>{((decision.atMs - startMs) / 1_000).toFixed(1)} s</time>
                <b>{decision.event}</b> {decision.from === decision.to ? decision.to : `${decision.from} → ${decision.to}`}
                <small>{[...decision.effects, ...decision.why].join(' · ')}</small>
              </li>
            ))}
        </ol>
      )}
      <h2>{text.events}</h2>
      <ol className={css.list} aria-label={text.events} tabIndex={0}>
        {events
          .slice(-SHOWN_MAX)
          .toReversed()
          .map((event, at) => (
            <li key={`${event.atMs} ${at}`}>
              <time>{(event.atMs / 1_000).toFixed(1)} s</time>
              <b>{event.type}</b>
              <small>{event.detail}</small>
            </li>
          ))}
      </ol>
    </section>
  );
}

/** The result as JSON, for a bug report. The stream address is omitted, because it may be signed. */
const reportOf = ({ checks, statistics, size, firstFrameMs, error, events, decisions }: Trial): string =>
  JSON.stringify(
    { browser: navigator.userAgent, crossOriginIsolated, checks, size, firstFrameMs, statistics, error, events, decisions },
    null,
    1,
  );
