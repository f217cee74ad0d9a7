import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react';

import type { LookBackState } from '../../../player/look-back.ts';
import type { LookBackControls } from '../../../player/page-player.ts';
import { Icon } from '../../../design/icons/Icon.tsx';
import { notify } from '../../overlays/notice.ts';
import { away } from '../../room/away.ts';
import { useRoom, useRoomContext } from '../../room-context.ts';
import { useLanguage } from '../../text/text.ts';
import { Tool } from './ControlParts.tsx';
import { takesKey } from './keys.ts';
import controls from './Controls.module.css';
import css from './LookBack.module.css';

/** Texts of this chunk. */
const WORDS = {
  'zh-CN': {
    back: '后退 15 秒',
    pause: '暂停回看',
    play: '继续回看',
    looks: '正在回看',
    scrub: '回看位置',
    ago: (minutes: number, seconds: number) => (minutes > 0 ? `${minutes} 分 ${seconds} 秒前` : `${seconds} 秒前`),
    toLive: '回到直播',
    leaves: '正在回到直播…',
    nothing: '还没有可以回看的画面，请稍候',
  },
  en: {
    back: 'Back 15 seconds',
    pause: 'Pause',
    play: 'Play',
    looks: 'Looking back',
    scrub: 'Position',
    ago: (minutes: number, seconds: number) => (minutes > 0 ? `${minutes} min ${seconds} s ago` : `${seconds} s ago`),
    toLive: 'Back to live',
    leaves: 'Returning to live…',
    nothing: 'Nothing to look back at yet. Try again in a moment',
  },
} as const;

/** Length of a step and of the scale, in seconds. */
const STEP_S = 15;
const SCALE_S = 120;
/** A moved thumb that rests for this time, in ms, chooses its position. */
const REST_MS = 400;
const NOTHING: LookBackState = { isOn: false, isLeaving: false, isPaused: false, agoMs: 0, keptMs: 0, keptBytes: 0 };

export interface LookingBack {
  readonly state: LookBackState;
  /** Seconds before the picture that is shown now; negative: after it. */
  readonly step: (backS: number) => void;
  /** Seconds before the live picture. */
  readonly show: (agoS: number) => void;
  readonly togglePaused: () => void;
  readonly toLive: () => void;
}

/**
 * The keys of looking back, which are free where no slider, text or menu has the focus; null while nothing can be looked at: WebRTC keeps no
 * stream.
 */
export function useLookBack(): LookingBack | null {
  const { player } = useRoomContext();
  const stage = useRoom('stage');
  const { kind, activity } = useRoom('player');
  const isOffered = stage.name === 'live' && kind !== null && kind !== 'webrtc' && activity.name !== 'stopped';
  const words = WORDS[useLanguage()];
  const [state, setState] = useState(NOTHING);
  const [follows, setFollows] = useState<LookBackControls | null>(null);

  useEffect(() => {
    if (follows === null) return undefined;
    const read = (): void => setState(follows.state());
    read();
    return follows.subscribe(read);
  }, [follows]);
  const { isOn } = state;
  useEffect(() => {
    document.documentElement.toggleAttribute('data-looks-back', isOn);
    return () => document.documentElement.removeAttribute('data-looks-back');
  }, [isOn]);
  // Also when the stage is left.
  useEffect(() => (isOffered ? () => player.lookBack()?.toLive() : undefined), [player, isOffered]);

  const show = (agoS: number): void => {
    const lookBack = player.lookBack();
    const wasOn = lookBack?.state().isOn ?? false;
    const isShown = lookBack?.show(Math.min(agoS * 1_000, lookBack.state().keptMs)) ?? false;
    if (!isShown && !wasOn) notify(words.nothing, 'info');
    setFollows(lookBack);
  };
  const toLive = (): void => player.lookBack()?.toLive();
  const togglePaused = (): void => player.lookBack()?.setPaused(!state.isPaused);
  const step = (backS: number): void => show((player.lookBack()?.state().agoMs ?? 0) / 1_000 + backS);

  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!isOffered || event.defaultPrevented || away.is() || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (takesKey(document.activeElement, event.key)) return;
    if (event.key === 'ArrowLeft') step(STEP_S);
    else if (event.key === 'ArrowRight' && isOn) step(-STEP_S);
    else if (event.key === 'Escape' && isOn) toLive();
    // A button that has the focus is pressed by Space itself.
    else if (isOn && (event.key === 'k' || (event.key === ' ' && document.activeElement?.closest('button, a') === null))) togglePaused();
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => pressed(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  return isOffered ? { state, step, show, togglePaused, toLive } : null;
}

export function LookBackTool({ looking }: { readonly looking: LookingBack }) {
  return <Tool icon="lookBack" name={WORDS[useLanguage()].back} shortcut="ArrowLeft" onClick={() => looking.step(STEP_S)} />;
}

/** The scale of the kept time, above the controls while an earlier picture is shown. */
export function LookBackBar({ looking: { state, step, show, togglePaused, toLive } }: { readonly looking: LookingBack }) {
  const words = WORDS[useLanguage()];
  // A phone has no place for the words: the button says the same.
  const { compact, low } = useRoom('layout');
  /** Position of the thumb until it is chosen. */
  const [held, setHeld] = useState<number | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);
  const agoS = held ?? Math.round(state.agoMs / 1_000);
  const choose = (): void => {
    clearTimeout(rest.current);
    if (held !== null) show(held);
    setHeld(null);
  };
  const chooseLate = useEffectEvent(choose);
  const clock = `-${Math.floor(agoS / 60)}:${String(agoS % 60).padStart(2, '0')}`;
  const parts = { '--unkept': `${part(SCALE_S - state.keptMs / 1_000)}%`, '--part': `${part(SCALE_S - agoS)}%` } as CSSProperties;
  return (
    <div className={css.lookBack} role="group" aria-label={words.looks} data-look-back-bar="">
      <span className={compact || low ? 'unseen' : css.looks} role="status">
        {words.looks}
      </span>
      <Tool icon="lookBack" name={words.back} shortcut="ArrowLeft" onClick={() => step(STEP_S)} />
      <Tool
        icon={state.isPaused ? 'play' : 'pause'}
        name={state.isPaused ? words.play : words.pause}
        shortcut="Space"
        onClick={togglePaused}
      />
      <input
        type="range"
        className={`${controls.slider} ${css.scrub}`}
        min={-SCALE_S}
        max={0}
        step={1}
        value={-agoS}
        style={parts}
        aria-label={words.scrub}
        aria-valuetext={words.ago(Math.floor(agoS / 60), agoS % 60)}
        onChange={({ currentTarget }) => {
          setHeld(Math.min(-currentTarget.valueAsNumber, Math.floor(state.keptMs / 1_000)));
          clearTimeout(rest.current);
          rest.current = setTimeout(() => chooseLate(), REST_MS);
        }}
        onPointerUp={choose}
        onBlur={choose}
      />
      <span className={css.ago} aria-hidden="true">
        {clock}
      </span>
      <button type="button" className={css.toLive} aria-keyshortcuts="Escape" disabled={state.isLeaving} onClick={toLive}>
        <Icon name="right" size={16} />
        {state.isLeaving ? words.leaves : words.toLive}
      </button>
    </div>
  );
}

const part = (s: number): number => Math.round((Math.min(SCALE_S, Math.max(0, s)) / SCALE_S) * 100);
