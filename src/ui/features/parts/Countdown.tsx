import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

import { everySecond } from './every-second.ts';

interface CountdownProps {
  /** Counted from the time when this object was received. */
  readonly timed: { readonly leftMs: number };
  /** Text for the whole seconds left; '' renders nothing. */
  readonly said: (seconds: number) => string;
  readonly className?: string | undefined;
  /** Hidden from screen readers inside a button with its own name, so that the name is not announced each second. */
  readonly isSilent?: boolean;
  /** Inside a live region: the region announces its text without the changes of each second. */
  readonly role?: 'timer';
}

/**
 * Remaining time. The text is written directly into the DOM by one shared timer, so that ten countdowns do not cause ten React renders a
 * second.
 */
export function Countdown({ timed, said, className, isSilent = false, role }: CountdownProps) {
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
  // Writes immediately when the text function changes, for example with the language.
  useLayoutEffect(() => void write());
  return (
    <span ref={element} className={className} role={role} aria-hidden={isSilent || undefined}>
      {first}
    </span>
  );
}

interface CountdownToProps extends Omit<CountdownProps, 'timed' | 'role'> {
  /** Milliseconds since the epoch. For another time use another `key`. */
  readonly atMs: number;
}

/** Time left until `atMs`, in a live region. */
export function CountdownTo({ atMs, ...rest }: CountdownToProps) {
  const [timed] = useState(() => ({ leftMs: Math.max(0, atMs - Date.now()) }));
  return <Countdown timed={timed} role="timer" {...rest} />;
}

const secondsOf = (ms: number): number => Math.ceil(ms / 1_000);

/** 125 -> `2:05`. */
export const minutes = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
