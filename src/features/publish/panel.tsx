import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '../../design/icons/Icon.tsx';
import { Checklist, Givers, Microphone, Summary } from './desk.tsx';
import css from './panel.module.css';
import {
  HEARING,
  type Hearing,
  type DeviceChoice,
  type DeviceList,
  type Devices,
  devicesOf,
  KINDS,
  useDevices,
  useSource,
  type Preview,
} from './page-capture.ts';
import type { PublishWords } from './text.ts';
import type { StudioAction, StudioView } from './room.ts';
import { type Live, isOnAir, type Publishing } from './rules.ts';
import { uplinkWord } from './rules-desk.ts';
import { type Sent, LADDER } from './rules-connection.ts';
import type { PanelProps } from '../../ui/features/panel.ts';
import { ignoreHeldEnter } from '../../ui/page/input-method.ts';
import { formatNumber } from '../../ui/text/numbers.ts';
import { formatDuration } from '../../ui/text/text.ts';
import { usePublisher } from './page-link.ts';

const PERCENT = 100;

const KILO = 1_000;
const UNKNOWN = '–';

const whole = (value: number, unit: string): string => (Number.isFinite(value) ? `${Math.round(value)} ${unit}` : UNKNOWN);
const rate = (kilobits: number): string =>
  Number.isFinite(kilobits) && kilobits >= KILO ? `${(kilobits / KILO).toFixed(1)} Mbit/s` : whole(kilobits, 'kbit/s');
const size = ({ width, height }: Sent): string => (width > 0 && height > 0 ? `${width}×${height}` : UNKNOWN);

function summaryOf({ sent }: Live): string {
  return sent === null ? UNKNOWN : `${rate(sent.kilobits)} · ${size(sent)} · ${whole(sent.pictureRate, 'fps')}`;
}

/** All statistics of the connection, and the reason of the current quality. */
function Statistics({ live, words }: { live: Live; words: PublishWords }) {
  const { sent, uplink } = live;
  const quality = LADDER[uplink.level];
  if (sent === null || quality === undefined) return null;
  const { figures } = words;
  const rows: readonly (readonly [name: string, value: string])[] = [
    [figures.rate, `${rate(sent.kilobits)} / ${rate(quality.kilobits)}`],
    [figures.size, size(sent)],
    [figures.pictures, `${whole(sent.pictureRate, 'fps')} / ${whole(quality.pictureRate, 'fps')}`],
    [figures.codec, sent.codec === '' ? UNKNOWN : sent.codec],
    [figures.uplink, rate(sent.availableKilobits)],
    [figures.trip, whole(sent.roundTripMs, 'ms')],
    [figures.lost, Number.isFinite(sent.lostShare) ? `${(sent.lostShare * PERCENT).toFixed(1)} %` : UNKNOWN],
    [figures.step, words.reasons[uplink.why]],
  ];
  return (
    <dl className={css.figures}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface DeviceChoicesProps {
  readonly list: DeviceList;
  readonly used: Devices;
  readonly onChoose: (devices: Devices) => void;
  readonly words: PublishWords;
}

function DeviceChoices({ list, used, onChoose, words }: DeviceChoicesProps) {
  return (
    <>
      <Choice
        label={words.camera}
        nameless={words.nameless}
        choices={list.cameras}
        used={used.camera}
        onChoose={(camera) => onChoose({ ...used, camera })}
      />
      <Choice
        label={words.microphone}
        nameless={words.nameless}
        choices={list.microphones}
        used={used.microphone}
        onChoose={(microphone) => onChoose({ ...used, microphone })}
      />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly nameless: string;
  readonly choices: readonly DeviceChoice[];
  readonly used: string;
  readonly onChoose: (id: string) => void;
}

function Choice({ label, nameless, choices, used, onChoose }: ChoiceProps) {
  return (
    <label className={css.choice}>
      {label}
      <select value={used} disabled={choices.length === 0} onChange={(event) => onChoose(event.target.value)}>
        {choices.some(({ id }) => id === used) || <option value={used}>{nameless}</option>}
        {choices.map(({ id, label: name }, index) => (
          <option key={id} value={id}>
            {name === '' ? `${nameless} ${index + 1}` : name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** P31: replaces the player in the star's own room. The page owns camera, preview and connection; the room worker decides. */
export default function PublishPanel({ view: publishing, act, words, language }: PanelProps<StudioView, StudioAction, PublishWords>) {
  const { desk } = publishing;
  const isIdle = publishing.name === 'ready' || publishing.name === 'elsewhere';
  const { preview, choose } = useSource(() => {
    if (!isIdle) act({ type: 'stop' });
  });
  const { source } = preview;
  const [isMuted, setMuted] = useState(false);
  const [hearing, setHearing] = useState<Hearing>(HEARING);
  const [opened, setOpened] = useState<'details' | 'givers' | null>(null);
  const toggle = (part: 'details' | 'givers') => (): void => setOpened((last) => (last === part ? null : part));
  const isOpen = opened !== null && source !== null;
  useMute(source?.stream ?? null, isMuted);
  usePublisher(publishing, source?.stream ?? null, act);
  return (
    <div className={css.frame} data-publishing={publishing.name} data-open={isOpen || undefined}>
      {source === null ? (
        <Invitation words={words} hint={publishing.name === 'elsewhere' ? words.elsewhereHint : words.hint} />
      ) : (
        <PreviewPicture stream={source.stream} label={words.preview} />
      )}
      {isIdle && source !== null && desk.endedAfterMs === null && (
        <Checklist source={source} isMuted={isMuted} hearing={hearing} desk={desk} words={words} />
      )}
      {isIdle && desk.endedAfterMs !== null && (
        <Summary desk={desk} afterMs={desk.endedAfterMs} onClose={() => act({ type: 'close-summary' })} words={words} language={language} />
      )}
      <div className={css.below}>
        <Problem preview={preview} publishing={publishing} words={words} />
        {opened === 'givers' && (
          <div className={css.details} role="group" aria-label={words.givers}>
            <Givers desk={desk} words={words} language={language} />
          </div>
        )}
        {opened === 'details' && source !== null && <Details publishing={publishing} preview={preview} choose={choose} words={words} />}
        <div className={css.bar} role="group" aria-label={words.title}>
          <PublishState publishing={publishing} words={words} />
          {source !== null && (
            <Microphone stream={source.stream} isMuted={isMuted} onMute={setMuted} hearing={hearing} onHearing={setHearing} words={words} />
          )}
          {isOnAir(publishing) && (
            <button type="button" className={css.more} aria-expanded={opened === 'givers'} onClick={toggle('givers')}>
              {words.received(formatNumber(desk.coins, language))}
            </button>
          )}
          {source !== null && (
            <FiguresButton publishing={publishing} isOpen={opened === 'details'} onToggle={toggle('details')} words={words} />
          )}
          <Actions publishing={publishing} preview={preview} choose={choose} act={act} words={words} />
        </div>
      </div>
    </div>
  );
}

interface FiguresButtonProps {
  readonly publishing: Publishing;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly words: PublishWords;
}

/** On the air the quality of the uplink in a word, and a summary; before it the name of what the button opens. */
function FiguresButton({ publishing, isOpen, onToggle, words }: FiguresButtonProps) {
  const word = uplinkWord(publishing);
  return (
    <button type="button" className={css.more} aria-expanded={isOpen} onClick={onToggle}>
      {publishing.name === 'live' && publishing.sent !== null ? (
        <>
          <span className={css.uplink} data-uplink={word}>
            {words.uplink[word]}
          </span>{' '}
          {summaryOf(publishing)}
        </>
      ) : (
        words.details
      )}
    </button>
  );
}

interface SourcesProps {
  readonly preview: Preview;
  readonly choose: ReturnType<typeof useSource>['choose'];
  readonly words: PublishWords;
}

function Sources({ preview: { source, opening }, choose, words }: SourcesProps) {
  return KINDS.map((kind) => (
    <button
      key={kind}
      type="button"
      className={css.source}
      aria-pressed={source?.kind === kind}
      disabled={opening === kind}
      onClick={() => choose(kind)}
    >
      <Icon name={kind === 'camera' ? 'camera' : 'picture'} size={18} />
      {words.sources[kind]}
    </button>
  ));
}

interface ActionsProps extends SourcesProps {
  readonly publishing: Publishing;
  readonly act: (action: StudioAction) => void;
}

/** The sources, and the button that starts or ends the broadcast. */
function Actions({ publishing, preview, choose, act, words }: ActionsProps) {
  const isIdle = publishing.name === 'ready' || publishing.name === 'elsewhere';
  const missing = useId();
  return (
    <div className={css.actions}>
      {isIdle && <Sources preview={preview} choose={choose} words={words} />}
      {isIdle && preview.source === null && (
        <span id={missing} className={css.missing}>
          {words.noSource}
        </span>
      )}
      {/* The same element, by its key, starts and ends, and is never disabled meanwhile, so that it keeps the keyboard focus. */}
      {isIdle && (
        <button
          key="main"
          type="button"
          className={css.main}
          disabled={preview.source === null}
          aria-describedby={preview.source === null ? missing : undefined}
          onKeyDown={ignoreHeldEnter}
          onClick={() => act({ type: 'start' })}
        >
          {publishing.name === 'elsewhere' ? words.takeOver : words.start}
        </button>
      )}
      {publishing.name !== 'ready' && (
        <button
          key={isIdle ? 'end' : 'main'}
          type="button"
          className={isIdle ? css.source : css.main}
          aria-disabled={publishing.name === 'stopping' || undefined}
          onKeyDown={ignoreHeldEnter}
          onClick={() => act({ type: 'stop' })}
        >
          {words.stop}
        </button>
      )}
    </div>
  );
}

/** Disables the track instead of removing it, so that connection and microphone stay as they are. */
function useMute(stream: MediaStream | null, isMuted: boolean): void {
  useEffect(() => {
    for (const track of stream?.getAudioTracks() ?? []) track.enabled = !isMuted;
  }, [stream, isMuted]);
}

interface DetailsProps extends SourcesProps {
  readonly publishing: Publishing;
}

function Details({ publishing, preview: { source, opening }, choose, words }: DetailsProps) {
  const list = useDevices(source);
  return (
    <div className={css.details} role="group" aria-label={words.details} aria-busy={opening !== null}>
      {source?.kind === 'camera' && (
        <DeviceChoices list={list} used={devicesOf(source.stream)} onChoose={(devices) => choose('camera', devices)} words={words} />
      )}
      {publishing.name === 'live' && <Statistics live={publishing} words={words} />}
    </div>
  );
}

interface ProblemProps {
  readonly preview: Preview;
  readonly publishing: Publishing;
  readonly words: PublishWords;
}

function Problem({ preview, publishing, words }: ProblemProps) {
  const lines = [preview.problem === null ? '' : words.captureProblems[preview.problem], failureText(publishing, words)];
  return lines
    .filter((line) => line !== '')
    .map((line) => (
      <p key={line} className={css.problem} role="alert">
        {line}
      </p>
    ));
}

function failureText(publishing: Publishing, words: PublishWords): string {
  if (!('error' in publishing) || publishing.error === null) return '';
  const { code, detail } = publishing.error;
  if (code === 'PUBLISH_LOST') return words.lost;
  if (code === 'PUBLISH_UNSUPPORTED') return words.unsupported;
  const text = publishing.name === 'ready' ? words.startFailed : words.stopFailed;
  return code === 'PUBLISH_REFUSED' ? `${text} ${detail}` : text;
}

function Invitation({ words, hint }: { words: PublishWords; hint: string }) {
  return (
    <div className={css.empty}>
      <span className={css.mark} aria-hidden="true">
        <Icon name="camera" size={34} />
      </span>
      <p className={css.title}>{words.title}</p>
      <p className={css.hint}>{hint}</p>
    </div>
  );
}

/** Always muted, to avoid feedback. */
function PreviewPicture({ stream, label }: { stream: MediaStream; label: string }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    element.srcObject = stream;
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  return <video ref={video} className={css.preview} muted autoPlay playsInline aria-label={label} />;
}

const SECOND_MS = 1_000;

function PublishState({ publishing, words }: { publishing: Publishing; words: PublishWords }) {
  const isInterrupted = publishing.name === 'live' && publishing.interruptedMs !== null;
  const sinceMs = 'sinceMs' in publishing && publishing.name !== 'starting' ? publishing.sinceMs : 0;
  return (
    <p className={css.state} role="status" data-live={isOnAir(publishing) || undefined}>
      {words.states[isInterrupted ? 'interrupted' : publishing.name]}
      {sinceMs > 0 && <OnAirFor sinceMs={sinceMs} />}
    </p>
  );
}

/** Not announced, because a live region that changes each second would never be silent. */
function OnAirFor({ sinceMs }: { sinceMs: number }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={css.time} aria-hidden="true">
      {formatDuration((nowMs - sinceMs) / SECOND_MS)}
    </span>
  );
}
