import { useEffect, useSyncExternalStore } from 'react';

import type { RoomView } from '../../core/room/view.ts';
import { useRoom, useRoomContext } from '../room-context.ts';
import { useText } from '../text/text.ts';

/** Facts of the room for the device's media controls. */
export type MediaFacts = Pick<RoomView['room'], 'liveName' | 'starName' | 'coverUrl' | 'avatarUrl'>;

/** Metadata for lock screen and media keys: title, star, available pictures. */
export function mediaInfo({ liveName, starName, coverUrl, avatarUrl }: MediaFacts, roomLabel: string, brand: string): MediaMetadataInit {
  return {
    title: liveName === '' ? roomLabel : liveName,
    artist: starName,
    album: brand,
    artwork: [coverUrl, avatarUrl].filter((url) => url !== '').map((src) => ({ src })),
  };
}

/** A <video> keeps the screen on, a canvas does not: the screen would turn off during the show. */
export const needsWakeLock = (player: Pick<RoomView['player'], 'kind' | 'status'>, stage: RoomView['stage']): boolean =>
  stage.name === 'live' && player.kind === 'h265' && (player.status === 'playing' || player.status === 'buffering');

/** State for media keys: while the player loads, the key stops it, as the button does. */
export const mediaState = (status: RoomView['player']['status'], stage: RoomView['stage']): MediaSessionPlaybackState => {
  if (stage.name !== 'live' && stage.name !== 'radio') return 'none';
  return status === 'playing' || status === 'buffering' || status === 'created' ? 'playing' : 'paused';
};

/** Updates media session and wake lock while the component is mounted. */
export function useDevice(): void {
  useMediaSession();
  useWakeLock();
}

function useMediaSession(): void {
  const { act } = useRoomContext();
  const { liveName, starName, coverUrl, avatarUrl } = useRoom('room');
  const { status } = useRoom('player');
  const stage = useRoom('stage');
  const text = useText();
  const state = mediaState(status, stage);
  const plays = state !== 'none';
  useEffect(() => {
    if (!('mediaSession' in navigator) || !plays || starName === '') return undefined;
    const session = navigator.mediaSession;
    session.metadata = new MediaMetadata(mediaInfo({ liveName, starName, coverUrl, avatarUrl }, text.roomLabel(starName), text.brand));
    return () => {
      session.metadata = null;
    };
  }, [plays, liveName, starName, coverUrl, avatarUrl, text]);
  useEffect(() => {
    if (!('mediaSession' in navigator) || !plays) return undefined;
    const session = navigator.mediaSession;
    // A live stream cannot be paused: it is stopped, and started again at the live edge.
    const acts = {
      play: () => act({ type: 'retry-player' }),
      pause: () => act({ type: 'stop-player' }),
      stop: () => act({ type: 'stop-player' }),
    } as const;
    for (const [name, handler] of Object.entries(acts)) setHandler(session, name as keyof typeof acts, handler);
    return () => {
      for (const name of Object.keys(acts)) setHandler(session, name as keyof typeof acts, null);
    };
  }, [plays, act]);
  useEffect(() => {
    if ('mediaSession' in navigator) navigator.mediaSession.playbackState = state;
  }, [state]);
}

/** Browsers throw for an unknown action. */
function setHandler(session: MediaSession, name: MediaSessionAction, handler: (() => void) | null): void {
  try {
    session.setActionHandler(name, handler);
  } catch {
    // The other actions still work.
  }
}

function useWakeLock(): void {
  const isNeeded = needsWakeLock(useRoom('player'), useRoom('stage'));
  useEffect(() => {
    if (!isNeeded || !('wakeLock' in navigator)) return undefined;
    let isOver = false;
    let lock: WakeLockSentinel | null = null;
    const keepAwake = async (): Promise<void> => {
      if (document.hidden) return;
      try {
        // The browser releases the lock when the page is hidden.
        const given = await navigator.wakeLock.request('screen');
        if (isOver) await given.release();
        else lock = given;
      } catch {
        // Refused, for example by low battery or policy: the screen turns off as usual.
      }
    };
    const shown = (): void => void keepAwake();
    shown();
    document.addEventListener('visibilitychange', shown);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', shown);
      void lock?.release().catch(() => undefined);
    };
  }, [isNeeded]);
}

function subscribeOnline(changed: () => void): () => void {
  for (const type of ['online', 'offline']) addEventListener(type, changed);
  return () => {
    for (const type of ['online', 'offline']) removeEventListener(type, changed);
  };
}

/** The browser's network state; false is reliable, true is not. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeOnline, () => navigator.onLine);
