import { createContext, type CSSProperties, use, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

import { roomTime } from '../room-time.ts';

/** Page time when the view of the surrounding feature was made: later than the moment itself if the main thread was stopped. */
export const ViewMadeContext = createContext((): number => performance.now());

interface CountdownProps {
  /** Counted from the time when the room worker made the view of the feature; elsewhere from the time when this object was received. */
  readonly timed: { readonly leftMs: number };
  /** Text for the whole seconds left; '' renders nothing. */
  readonly format: (seconds: number) => string;
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
export function Countdown({ timed, format, className, isSilent = false, role }: CountdownProps) {
  const element = useRef<HTMLSpanElement>(null);
  const madeMs = use(ViewMadeContext);
  const endMs = useRef(0);
  // React renders only the first text; the timer writes later ones.
  const [first] = useState(() => format(secondsOf(timed.leftMs)));
  const write = useEffectEvent((): boolean => {
    const leftMs = Math.max(0, endMs.current - performance.now());
    const text = format(secondsOf(leftMs));
    const span = element.current;
    if (span !== null && span.textContent !== text) span.textContent = text;
    if (span !== null) span.hidden = text === '';
    return leftMs > 0;
  });
  useLayoutEffect(() => {
    endMs.current = madeMs() + timed.leftMs;
    return everySecond(() => write());
  }, [timed, madeMs]);
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

/** Called each second while it returns true. */
type Listener = () => boolean;

const listeners = new Set<Listener>();
let timer: ReturnType<typeof setInterval> | null = null;

function tick(): void {
  for (const listener of listeners) if (!listener()) drop(listener);
}

function drop(listener: Listener): void {
  listeners.delete(listener);
  if (listeners.size > 0 || timer === null) return;
  clearInterval(timer);
  timer = null;
}

/** One shared timer for all countdowns, so that the page wakes, lays out and paints once a second. Without listeners there is no timer. */
function everySecond(listener: Listener): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1_000);
  return () => drop(listener);
}

/** Places the CSS animation of an element where it is by the age of what it shows: after a stop of the main thread it does not begin anew. */
export function useAged(sinceMs: number): CSSProperties {
  const [ageMs] = useState(() => Math.round(roomTime.ageMs(sinceMs)));
  return { animationDelay: `${-ageMs}ms` };
}
