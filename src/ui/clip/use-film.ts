import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { ClipFact } from '../../core/room/stage/clip.ts';
import { toggleSound } from '../../core/room/stage/player-actions.ts';
import { useRoom, useRoomContext } from '../room-context.ts';

export interface Film {
  /** Audible volume, 0 to 1; 0 while muted by the viewer or by the browser. */
  readonly heard: number;
  /** Autoplay with sound was refused; a click is needed. */
  readonly isRefused: boolean;
  readonly isPaused: boolean;
  /** Whole seconds; the duration is NaN while unknown. */
  readonly positionS: number;
  readonly durationS: number;
  readonly toggleMuted: () => void;
  readonly setVolume: (volume: number) => void;
  readonly togglePaused: () => void;
  readonly seek: (toS: number) => void;
}

const isRefusal = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'NotAllowedError';

/**
 * A video that the page plays itself. Volume and mute are the viewer's settings, stored by the room worker as for the live player; only the
 * autoplay refusal is local. A pause by the browser (hidden tab) ends when the page is visible again.
 */
// Long: one element with its sound and pauses: all inner functions use the same three refs.
export function useFilm(report: (fact: ClipFact) => void): readonly [video: RefObject<HTMLVideoElement | null>, film: Film] {
  const video = useRef<HTMLVideoElement>(null);
  const { act } = useRoomContext();
  const { volume, muted } = useRoom('player');
  const [isRefused, setRefused] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const [time, setTime] = useState({ positionS: 0, durationS: Number.NaN });
  /** True after a pause by the viewer, because only a pause by the browser ends when the page is visible again. */
  const isPausedByViewer = useRef(false);
  const tell = useEffectEvent(report);

  useEffect(() => {
    if (video.current === null) return;
    video.current.volume = volume;
    video.current.muted = muted || isRefused;
  }, [volume, muted, isRefused]);

  const play = useEffectEvent((element: HTMLVideoElement) => {
    element.play().catch((cause: unknown) => {
      // play() that is interrupted by a pause or another load is not a refusal (StrictMode mounts twice).
      if (!isRefusal(cause)) return;
      setRefused(true);
      element.muted = true;
      // Refused even when muted: the play button is shown.
      element.play().catch((again: unknown) => setPaused(isRefusal(again)));
    });
  });

  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    let lastS = -1;
    const moved = (): void => {
      const { currentTime, duration } = element;
      if (Math.floor(currentTime) === lastS) return;
      lastS = Math.floor(currentTime);
      setTime({ positionS: lastS, durationS: duration });
      tell({ type: 'progress', positionS: currentTime, durationS: duration });
    };
    const paused = (): void => {
      if (element.ended) return;
      setPaused(true);
      tell({ type: 'paused', isPaused: true });
    };
    const playing = (): void => {
      setPaused(false);
      tell({ type: 'paused', isPaused: false });
    };
    const seen = (): void => {
      if (!document.hidden && element.paused && !element.ended && !isPausedByViewer.current) play(element);
    };
    const ended = (failed: boolean) => (): void => tell({ type: 'ended', failed });
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('timeupdate', moved, { signal });
    element.addEventListener('durationchange', () => setTime((before) => ({ ...before, durationS: element.duration })), { signal });
    element.addEventListener('pause', paused, { signal });
    element.addEventListener('playing', playing, { signal });
    element.addEventListener('ended', ended(false), { signal });
    element.addEventListener('error', ended(true), { signal });
    document.addEventListener('visibilitychange', seen, { signal });
    play(element);
    return () => {
      listening.abort();
      element.pause();
    };
  }, []);

  const unmute = (): void => {
    setRefused(false);
    if (video.current !== null) video.current.muted = false;
    act(toggleSound({ muted: true, volume }));
    if (video.current?.paused === true && !isPausedByViewer.current) play(video.current);
  };

  const heard = muted || isRefused ? 0 : volume;
  const film: Film = {
    ...time,
    heard,
    isRefused,
    isPaused,
    toggleMuted: () => (heard === 0 ? unmute() : act({ type: 'set-muted', muted: true })),
    setVolume(next) {
      setRefused(false);
      act({ type: 'set-volume', volume: next });
    },
    togglePaused() {
      const element = video.current;
      if (element === null) return;
      isPausedByViewer.current = !element.paused;
      if (element.paused) play(element);
      else element.pause();
    },
    seek(toS) {
      if (video.current !== null) video.current.currentTime = toS;
      setTime((before) => ({ ...before, positionS: toS }));
    },
  };
  return [video, film];
}
