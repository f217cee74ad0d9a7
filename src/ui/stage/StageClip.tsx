import { useEffect, useEffectEvent, useRef, useState } from 'react';

import type { Stage } from '../../workers/core/room/view.ts';
import { useHands } from '../hands.ts';
import { useText } from '../text/text.ts';
import css from './StageClip.module.css';

type Clip = Extract<Stage, { at: 'ad' | 'lead-in' | 'offline-video' }>;

/** The advertisement may be a still picture. */
const PICTURE = /\.(?:png|jpe?g|webp|avif|gif|svg)(?:[?#]|$)/i;

/** What the page plays by itself: the advertisement, the lead-in, the offline video. It reports how it went; the room decides. */
export default function StageClip({ stage }: { stage: Clip }) {
  const hands = useHands();
  const video = useRef<HTMLVideoElement>(null);
  const lastTold = useRef(-1);
  // The volume only counts at the start; the key of this component is the address.
  const start = useEffectEvent((element: HTMLVideoElement) => {
    const { volume, muted } = hands.store.get().player;
    element.volume = volume;
    element.muted = muted;
    // Sound without a click is refused: then it plays silently rather than not at all.
    element.play().catch(() => {
      element.muted = true;
      element.play().catch(() => undefined);
    });
  });
  const ended = (failed: boolean): void => hands.tell({ type: 'stage-ended', stage: stage.at, failed });

  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    start(element);
    return () => element.pause();
  }, []);

  return (
    <div className={css.clip} data-at={stage.at}>
      {stage.at === 'ad' && PICTURE.test(stage.src) ? (
        <img className={css.media} src={stage.src} alt="" onError={() => ended(true)} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the documents know no caption track for these clips
        <video
          ref={video}
          className={css.media}
          src={stage.src}
          playsInline
          autoPlay
          loop={stage.at === 'offline-video'}
          onEnded={() => ended(false)}
          onError={() => ended(true)}
          onTimeUpdate={(event) => {
            if (stage.at !== 'lead-in') return;
            const { currentTime, duration } = event.currentTarget;
            if (Math.floor(currentTime) === lastTold.current) return;
            lastTold.current = Math.floor(currentTime);
            hands.tell({ type: 'stage-progress', stage: 'lead-in', positionS: currentTime, durationS: duration });
          }}
        />
      )}
      {stage.at === 'ad' && <AdFoot link={stage.link} endsAtMs={stage.endsAtMs} onDone={() => ended(false)} />}
    </div>
  );
}

const secondsUntil = (atMs: number): number => Math.max(0, Math.ceil((atMs - Date.now()) / 1000));

function AdFoot({ link, endsAtMs, onDone }: { link: string; endsAtMs: number; onDone: () => void }) {
  const text = useText();
  const done = useEffectEvent(onDone);
  const [leftS, setLeftS] = useState(() => secondsUntil(endsAtMs));
  useEffect(() => {
    const timer = setInterval(() => {
      const seconds = secondsUntil(endsAtMs);
      setLeftS(seconds);
      if (seconds > 0) return;
      clearInterval(timer);
      done();
    }, 500);
    return () => clearInterval(timer);
  }, [endsAtMs]);
  return (
    <>
      <span className={css.count}>{leftS > 0 ? text.adLeft(leftS) : text.ad}</span>
      {/^https?:/i.test(link) && (
        <a className={css.more} href={link} target="_blank" rel="noopener noreferrer sponsored">
          {text.adMore}
        </a>
      )}
    </>
  );
}
