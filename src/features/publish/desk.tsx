/** Parts of the star's tool beside the broadcast: what to check before it, who gave what during it, and its summary. */
import { useEffect, useRef } from 'react';
import { Icon } from '../../design/icons/Icon.tsx';
import type { Language } from '../../design/language.ts';
import { formatNumber } from '../../ui/text/numbers.ts';
import { formatDuration } from '../../ui/text/text.ts';
import css from './desk.module.css';
import { HEARING, type Hearing, levelOf, type Preview, stepHearing } from './page-capture.ts';
import type { Desk } from './rules-desk.ts';
import type { PublishWords } from './text.ts';

const LOOK_EVERY_MS = 100;
const SAMPLES = 2_048;
const PERCENT = 100;

interface MicrophoneProps {
  readonly stream: MediaStream;
  readonly isMuted: boolean;
  readonly onMute: (isMuted: boolean) => void;
  readonly hearing: Hearing;
  readonly onHearing: (change: (before: Hearing) => Hearing) => void;
  readonly words: PublishWords;
}

/** Level meter of the microphone: the bar is updated without React, and a text explains levels that need action. */
export function Microphone({ stream, isMuted, onMute, hearing, onHearing, words }: MicrophoneProps) {
  const bar = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const tracks = stream.getAudioTracks();
    if (tracks.length === 0 || isMuted) return undefined;
    const audio = new AudioContext();
    const analyser = new AnalyserNode(audio, { fftSize: SAMPLES });
    audio.createMediaStreamSource(new MediaStream(tracks)).connect(analyser);
    const meter = bar.current;
    const samples = new Float32Array(SAMPLES);
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples);
      const level = levelOf(samples);
      onHearing((before) => stepHearing(before, level, performance.now()));
      draw(meter, level);
    }, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      void audio.close();
      draw(meter, 0);
      onHearing(() => HEARING);
    };
  }, [stream, isMuted, onHearing]);
  const says = hearing.says === 'sound' || isMuted ? '' : words.hearing[hearing.says];
  return (
    <span className={css.microphone}>
      <button
        type="button"
        className={css.mute}
        aria-pressed={isMuted}
        aria-label={words.muteMicrophone}
        title={words.muteMicrophone}
        onClick={() => onMute(!isMuted)}
      >
        <Icon name="mic" size={18} />
      </button>
      <span
        ref={bar}
        className={css.meter}
        role="meter"
        aria-label={words.microphoneLevel}
        aria-valuemin={0}
        aria-valuemax={PERCENT}
        aria-valuenow={0}
        data-loud={hearing.says === 'too loud' || undefined}
      />
      <span className={css.hearing} role="status">
        {says}
      </span>
    </span>
  );
}

function draw(bar: HTMLSpanElement | null, level: number): void {
  const percent = Math.round(level * PERCENT);
  bar?.style.setProperty('--level', `${percent}%`);
  bar?.setAttribute('aria-valuenow', String(percent));
}

interface ChecklistProps {
  readonly source: NonNullable<Preview['source']>;
  readonly isMuted: boolean;
  readonly hearing: Hearing;
  readonly desk: Desk;
  readonly words: PublishWords;
}

/** The three steps before going live: picture, sound, and the show as viewers will see it in the list of rooms. */
export function Checklist({ source, isMuted, hearing, desk: { title, hasCover }, words }: ChecklistProps) {
  const { width, height } = source.stream.getVideoTracks()[0]?.getSettings() ?? {};
  const hasSound = source.stream.getAudioTracks().length > 0;
  const { check } = words;
  const sound = !hasSound
    ? check.noMicrophone
    : isMuted
      ? check.muted
      : hearing.says === 'sound'
        ? check.heard
        : words.hearing[hearing.says];
  const show = title === '' ? check.noTitle : hasCover ? title : check.noCover(title);
  const steps: readonly (readonly [name: string, text: string, isDone: boolean])[] = [
    [check.picture, width && height ? `${words.sources[source.kind]} ${width}×${height}` : words.sources[source.kind], true],
    [check.sound, sound, hasSound && !isMuted && hearing.says === 'sound'],
    [check.show, show, title !== '' && hasCover],
  ];
  return (
    <ol className={css.checklist} aria-label={check.title}>
      {steps.map(([name, text, isDone]) => (
        <li key={name} data-done={isDone || undefined}>
          <Icon name={isDone ? 'check' : 'alert'} size={16} />
          <b>{name}</b>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}

interface GiversProps {
  readonly desk: Desk;
  readonly words: PublishWords;
  readonly language: Language;
}

export function Givers({ desk: { givers, gifts, coins }, words, language }: GiversProps) {
  if (givers.length === 0) return <p>{words.noGivers}</p>;
  return (
    <>
      <p className={css.total}>{words.total(formatNumber(gifts, language), formatNumber(coins, language))}</p>
      <ol className={css.givers} tabIndex={0} aria-label={words.givers}>
        {givers.map(({ userId, name, gifts: count, coins: sum, last }, at) => (
          <li key={userId === 0 ? `${at} ${name}` : userId}>
            <b>{name === '' ? words.hiddenGiver : name}</b>
            <span>{count > 1 ? words.giftsOf(last, formatNumber(count, language)) : last}</span>
            <span className={css.coins}>
              <Icon name="coin" size={15} />
              {formatNumber(sum, language)}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

interface SummaryProps extends GiversProps {
  readonly afterMs: number;
  readonly onClose: () => void;
}

/** Shown after the end of a broadcast until the star closes it. */
export function Summary({ desk, afterMs, onClose, words, language }: SummaryProps) {
  const { summary } = words;
  const facts: readonly (readonly [name: string, value: string])[] = [
    [summary.duration, formatDuration(afterMs / 1_000)],
    [summary.coins, formatNumber(desk.coins, language)],
    [summary.givers, formatNumber(desk.givers.length, language)],
    [summary.viewers, formatNumber(desk.peakViewers, language)],
  ];
  return (
    <section className={css.summary} aria-label={summary.title} data-summary="">
      <h2 className={css.title}>{summary.title}</h2>
      <dl className={css.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {desk.givers.length > 0 && (
        <p className={css.thanks}>{summary.thanks(desk.givers.slice(0, 3).map(({ name }) => name || words.hiddenGiver))}</p>
      )}
      <button type="button" className={css.close} onClick={onClose}>
        {summary.close}
      </button>
    </section>
  );
}
