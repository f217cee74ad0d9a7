import { useEffect, useRef, useState } from 'react';

import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { ignoreHeldEnter } from '../../ui/page/held-key.ts';
import { formatDuration } from '../../ui/text/text.ts';
import { DeviceChoices } from './devices.tsx';
import { Microphone } from './microphone.tsx';
import { devicesOf, KINDS } from './page-capture.ts';
import { usePublisher } from './page-publisher.ts';
import { useDevices, useSource, type Preview } from './page-source.ts';
import css from './panel.module.css';
import { isOnAir, type PublishAction, type Publishing } from './rules.ts';
import { Statistics, summaryOf } from './statistics.tsx';
import type { PublishWords } from './text.zh-CN.ts';

/** P31: replaces the player in the star's own room. The page owns camera, preview and connection; the room worker decides. */
export default function PublishPanel({ view: publishing, act, words }: PanelProps<Publishing, PublishAction, PublishWords>) {
  const isIdle = publishing.name === 'ready' || publishing.name === 'elsewhere';
  const { preview, choose } = useSource(() => {
    if (!isIdle) act({ type: 'stop' });
  });
  const { source } = preview;
  const [isMuted, setMuted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useMute(source?.stream ?? null, isMuted);
  usePublisher(publishing, source?.stream ?? null, act);
  return (
    <div className={css.frame} data-publishing={publishing.name} data-open={(isOpen && source !== null) || undefined}>
      {source === null ? (
        <Invitation words={words} hint={publishing.name === 'elsewhere' ? words.elsewhereHint : words.hint} />
      ) : (
        <PreviewPicture stream={source.stream} label={words.preview} />
      )}
      <div className={css.below}>
        <Problem preview={preview} publishing={publishing} words={words} />
        {isOpen && source !== null && <Details publishing={publishing} preview={preview} choose={choose} words={words} />}
        <div className={css.bar} role="group" aria-label={words.title}>
          <PublishState publishing={publishing} words={words} />
          {source !== null && <Microphone stream={source.stream} isMuted={isMuted} onMute={setMuted} words={words} />}
          {source !== null && (
            <button type="button" className={css.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {publishing.name === 'live' && publishing.sent !== null ? summaryOf(publishing) : words.details}
            </button>
          )}
          <span className={css.space} />
          {isIdle && <Sources preview={preview} choose={choose} words={words} />}
          {/* The same element, by its key, starts and ends, and is never disabled meanwhile, so that it keeps the keyboard focus. */}
          {isIdle && (
            <button
              key="main"
              type="button"
              className={css.main}
              disabled={source === null}
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
      </div>
    </div>
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
      <Icon name={kind === 'camera' ? 'camera' : 'mic'} size={18} />
      {words.sources[kind]}
    </button>
  ));
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
