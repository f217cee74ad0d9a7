import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

import { everySecond } from './every-second.ts';

interface CountdownProps {
  /** Counted from when this object came. */
  readonly timed: { readonly leftMs: number };
  /** Text for the whole seconds left; '' renders nothing. */
  readonly said: (seconds: number) => string;
  readonly className?: string | undefined;
  /** What a button is named already is not read again each second. */
  readonly isSilent?: boolean;
}

/**
 * How long something goes on. The text is written straight into the page at the second that all of them share: ten modules that only count
 * down are not drawn anew by React ten times a second.
 */
export function Countdown({ timed, said, className, isSilent = false }: CountdownProps) {
  const element = useRef<HTMLSpanElement>(null);
  const endMs = useRef(0);
  // React renders only the first text; the timer writes later ones.
  const [first] = useState(() => said(secondsOf(timed.leftMs)));
  const write = useEffectEvent((): boolean => {
    const leftMs = Math.max(0, endMs.current - performance.now());
    const text = said(secondsOf(leftMs));
    const span = element.current;
    if (span !== null && span.textContent !== text) span.textContent = text;
    if (span !== null) span.hidden = text === '';
    return leftMs > 0;
  });
  useLayoutEffect(() => {
    endMs.current = performance.now() + timed.leftMs;
    return everySecond(() => write());
  }, [timed]);
  // Words that came anew, another language among them.
  useLayoutEffect(() => void write());
  return (
    <span ref={element} className={className} aria-hidden={isSilent || undefined}>
      {first}
    </span>
  );
}

interface CountdownToProps extends Omit<CountdownProps, 'timed'> {
  /** Milliseconds since the epoch. Another time is another element: `key`. */
  readonly atMs: number;
}

/** How long it is until a time. */
export function CountdownTo({ atMs, ...rest }: CountdownToProps) {
  const [timed] = useState(() => ({ leftMs: Math.max(0, atMs - Date.now()) }));
  return <Countdown timed={timed} {...rest} />;
}

const secondsOf = (ms: number): number => Math.ceil(ms / 1_000);

/** 125 -> `2:05`. */
export const minutes = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
