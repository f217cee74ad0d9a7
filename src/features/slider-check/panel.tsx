import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import css from './panel.module.css';
import { slidBy, type SliderAction, type SliderView } from './room.ts';
import type { SliderWords } from './text.ts';

/** From this share of the way the slider counts as fully moved. */
const PASSED = 0.97;

/** S23: the check for a user flagged as dangerous, operated by pointer or arrow keys. */
export default function SliderPanel({ act, words }: PanelProps<SliderView, SliderAction, SliderWords>) {
  const track = useRef<HTMLDivElement>(null);
  const thumb = useRef<HTMLDivElement>(null);
  const startX = useRef<number | null>(null);
  const [share, setShare] = useState(0);
  const [isPassed, setPassed] = useState(false);

  const pass = (): void => {
    setShare(1);
    setPassed(true);
    act({ type: 'passed' });
  };
  const shareAt = (event: PointerEvent): number => {
    const way = (track.current?.clientWidth ?? 0) - (thumb.current?.offsetWidth ?? 0);
    if (startX.current === null || way <= 0) return 0;
    return Math.min(1, Math.max(0, (event.clientX - startX.current) / way));
  };
  const release = (event: PointerEvent): void => {
    if (startX.current === null) return;
    const reached = shareAt(event);
    startX.current = null;
    if (reached >= PASSED) pass();
    else setShare(0);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = slidBy(share, event.key);
    if (next === null || isPassed) return;
    event.preventDefault();
    if (next >= PASSED) pass();
    else setShare(next);
  };

  return (
    <section className={css.check} aria-label={words.title}>
      <p className={css.title}>{words.title}</p>
      <div ref={track} className={css.track} data-passed={isPassed || undefined}>
        <span className={css.hint}>{isPassed ? words.done : words.hint}</span>
        <div className={css.done} style={{ width: `calc(44px + (100% - 44px) * ${share})` }} />
        <div
          ref={thumb}
          className={css.thumb}
          style={{ left: `calc((100% - 44px) * ${share})` }}
          role="slider"
          tabIndex={0}
          aria-label={words.label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(share * 100)}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            if (isPassed) return;
            startX.current = event.clientX;
            event.currentTarget.setPointerCapture(event.pointerId);
          }}
          onPointerMove={(event) => {
            if (startX.current !== null) setShare(shareAt(event));
          }}
          onPointerUp={release}
          onPointerCancel={() => {
            startX.current = null;
            setShare(0);
          }}
        >
          <Icon name={isPassed ? 'check' : 'right'} size={20} />
        </div>
      </div>
    </section>
  );
}
