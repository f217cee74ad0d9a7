import { type CSSProperties, type MouseEventHandler, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

import { Icon, type IconName } from '../../../design/icons/Icon.tsx';
import { useText } from '../../text/text.ts';
import css from './Controls.module.css';
import { type Fullscreen, isPicture } from './gestures.ts';

/** Shared parts of the live player's controls and the clip controls. */
interface ToolProps {
  readonly icon: IconName;
  readonly name: string;
  readonly shortcut?: string;
  /** The menu or the room's tools contain the same action, so the button is hidden if the row is too narrow. */
  readonly isInMenu?: boolean;
  readonly opensMenu?: boolean;
  /** For a toggle button. */
  readonly isPressed?: boolean;
  readonly onClick: MouseEventHandler<HTMLButtonElement>;
}

export function Tool({ icon, name, shortcut, isInMenu, opensMenu, isPressed, onClick }: ToolProps) {
  return (
    <button
      type="button"
      className={css.tool}
      data-in-menu={isInMenu || undefined}
      aria-haspopup={opensMenu ? 'menu' : undefined}
      aria-pressed={isPressed}
      aria-label={name}
      aria-keyshortcuts={shortcut}
      data-tip={shortcut === undefined ? name : `${name} (${shortcut})`}
      onClick={onClick}
    >
      <Icon name={icon} size={22} />
    </button>
  );
}

interface SoundProps {
  /** Audible volume, 0 to 1. */
  readonly heard: number;
  readonly onToggle: () => void;
  readonly onVolume: (volume: number) => void;
}

export function Sound({ heard, onToggle, onVolume }: SoundProps) {
  const text = useText();
  return (
    <div className={css.sound}>
      <Tool
        icon={heard === 0 ? 'muted' : heard < 0.5 ? 'volumeLow' : 'volume'}
        name={heard === 0 ? text.unmuteShort : text.mute}
        shortcut="M"
        onClick={onToggle}
      />
      <VolumeSlider volume={heard} onVolume={onVolume} />
    </div>
  );
}

export function FullscreenTool({ fullscreen: { isOn, canToggle, toggle } }: { readonly fullscreen: Fullscreen }) {
  const text = useText();
  const name = isOn ? text.exitFullscreen : text.fullscreen;
  return canToggle && <Tool icon={isOn ? 'exitFullscreen' : 'fullscreen'} name={name} shortcut="F" onClick={toggle} />;
}

/** While the thumb is held the slider shows its own value, so that it does not jump to the room's last value. */
function VolumeSlider({ volume, onVolume }: { readonly volume: number; readonly onVolume: (volume: number) => void }) {
  const text = useText();
  const [held, setHeld] = useState<number | null>(null);
  const isPressed = useRef(false);
  const press = (): void => {
    isPressed.current = true;
  };
  const release = (): void => {
    isPressed.current = false;
    setHeld(null);
  };
  useEffect(() => {
    // Assistive technology sets a value without pressing the thumb; then the room's answer ends the hold.
    if (!isPressed.current && held === Math.round(volume * 100)) setHeld(null);
  }, [volume, held]);
  const percent = held ?? Math.round(volume * 100);
  return (
    <input
      type="range"
      className={css.slider}
      min={0}
      max={100}
      step={1}
      value={percent}
      style={{ '--part': `${percent}%` } as CSSProperties}
      aria-label={text.volume}
      aria-valuetext={text.volumeValue(percent)}
      onChange={(event) => {
        setHeld(event.currentTarget.valueAsNumber);
        onVolume(event.currentTarget.valueAsNumber / 100);
      }}
      onPointerDown={press}
      onKeyDown={press}
      onPointerUp={release}
      onKeyUp={release}
      onBlur={release}
    />
  );
}

/** Shown while the browser refuses sound before a click. */
export function UnmuteButton({ onClick }: { readonly onClick: () => void }) {
  const text = useText();
  return (
    <button type="button" className={css.unmute} data-unmute="" title={text.unmute} onClick={onClick}>
      <Icon name="muted" size={20} />
      {text.unmute}
    </button>
  );
}

/** Volume shown over the picture while the wheel changes it. */
export function ShownVolume({ heard }: { readonly heard: number }) {
  const text = useText();
  return (
    <output className={css.shownVolume} aria-hidden="true">
      <Icon name={heard === 0 ? 'muted' : 'volume'} size={18} />
      {text.volumeValue(Math.round(heard * 100))}
    </output>
  );
}

/** Volume change (of 0 to 1) per notch of a wheel; the small steps of a touchpad add up to the same. */
const NOTCH = 0.05;
const NOTCH_PX = 100;
/** Time for which the volume is shown over the picture after the last step. */
const SHOWN_MS = 1_200;

/** On a scrollable page the wheel scrolls, because the viewer is scrolling past the picture. */
const pageScrolls = (): boolean =>
  document.fullscreenElement === null && document.documentElement.scrollHeight > document.documentElement.clientHeight;

/** The wheel over the picture changes the volume. Returns true while the volume is shown. */
export function useWheelVolume(frame: RefObject<HTMLElement | null>, volume: number, setVolume: (volume: number) => void): boolean {
  const [shownAt, setShownAt] = useState(0);
  /** Result of the last step until the room reports it: several steps are made in this time, and each continues from the last one. */
  const pending = useRef<number | null>(null);
  const turned = useEffectEvent((event: WheelEvent) => {
    if (event.ctrlKey || event.deltaY === 0 || frame.current === null || !isPicture(event, frame.current) || pageScrolls()) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : Math.sign(event.deltaY) * NOTCH_PX;
    pending.current = Math.min(1, Math.max(0, (pending.current ?? volume) - (pixels / NOTCH_PX) * NOTCH));
    setVolume(pending.current);
    setShownAt(event.timeStamp);
  });
  useEffect(() => {
    const box = frame.current;
    const listener = (event: WheelEvent): void => turned(event);
    box?.addEventListener('wheel', listener, { passive: false });
    return () => box?.removeEventListener('wheel', listener);
  }, [frame]);
  useEffect(() => {
    if (pending.current === volume) pending.current = null;
  }, [volume]);
  useEffect(() => {
    if (shownAt === 0) return undefined;
    const timer = setTimeout(() => {
      pending.current = null;
      setShownAt(0);
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shownAt]);
  return shownAt !== 0;
}
