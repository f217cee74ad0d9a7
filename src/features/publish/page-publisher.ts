import { useEffect, useEffectEvent, useRef } from 'react';

import { openLink, type OpenLink } from './page-link.ts';
import { linkOf, type PublishAction, type Publishing } from './rules.ts';

/** Maintains the connection that the room worker requests: opens it, replaces its source, sets its limits, closes it. */
export function usePublisher(publishing: Publishing, stream: MediaStream | null, act: (action: PublishAction) => void): void {
  const open = useRef<OpenLink | null>(null);
  const link = linkOf(publishing);
  const level = 'uplink' in publishing ? (publishing.uplink?.level ?? 0) : null;
  const begin = useEffectEvent(() => {
    if (link === null || stream === null) return null;
    const opened = openLink(link, stream, act);
    opened.setLevel(level ?? 0);
    return opened;
  });
  // `link` is a new object in each view; only a new epoch means a new connection.
  const epoch = link?.epoch ?? null;
  useEffect(() => {
    if (epoch === null) return undefined;
    const opened = begin();
    open.current = opened;
    return () => {
      open.current = null;
      opened?.close();
    };
  }, [epoch]);
  useEffect(() => {
    if (stream !== null) open.current?.use(stream);
  }, [stream]);
  useEffect(() => {
    if (level !== null) open.current?.setLevel(level);
  }, [level]);
}
