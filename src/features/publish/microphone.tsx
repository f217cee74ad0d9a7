import { useEffect, useRef, useState } from 'react';

import { Icon } from '../../ui/icons/Icon.tsx';
import css from './panel.module.css';
import { HEARING, levelOf, stepHearing, type Hearing } from './rules-microphone.ts';
import type { PublishWords } from './text.zh-CN.ts';

const LOOK_EVERY_MS = 100;
const SAMPLES = 2_048;
const PERCENT = 100;

export interface MicrophoneProps {
  readonly stream: MediaStream;
  readonly isMuted: boolean;
  readonly onMute: (isMuted: boolean) => void;
  readonly words: PublishWords;
}

/** Level meter of the microphone: the bar is updated without React, and a text explains levels that need action. */
export function Microphone({ stream, isMuted, onMute, words }: MicrophoneProps) {
  const bar = useRef<HTMLSpanElement>(null);
  const [hearing, setHearing] = useState<Hearing>(HEARING);
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
      setHearing((before) => stepHearing(before, level, performance.now()));
      draw(meter, level);
    }, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      void audio.close();
      draw(meter, 0);
      setHearing(HEARING);
    };
  }, [stream, isMuted]);
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
