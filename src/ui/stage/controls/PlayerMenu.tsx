import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
  useSyncExternalStore,
} from 'react';

import type { PictureFit } from '../../../core/room/view.ts';
import { copyText } from '../../../design/clipboard.ts';
import { useRoomContext, useRoom } from '../../room-context.ts';
import { Icon, type IconName } from '../../../design/icons/Icon.tsx';
import { hand } from '../../appearance/appearance.ts';
import { notify } from '../../overlays/notice.ts';
import { useLanguage, useText } from '../../text/text.ts';
import { captions } from '../captions/captions-button.ts';
import { canRecordClips, clips } from '../saving/clips.ts';
import { walkMenu } from './menu-keys.ts';
import { enterNextRoom } from './NextRoom.tsx';
import { compressor, SLEEP_MINUTES, sleepTimer, type SleepMinutes } from './page-choices.ts';
import { playbackInfo } from '../log/log-text.ts';
import css from './PlayerMenu.module.css';

const EDGE = 8;
const PICTURE_FITS: readonly PictureFit[] = ['auto', 'fit', 'fill'];

/** Texts of this chunk. */
const WORDS = {
  'zh-CN': {
    show: '显示聊天',
    hide: '隐藏聊天',
    nextRoom: '下一个直播间',
    screenshot: '保存截图',
    clip: { off: '录制最近 30 秒', on: '保存最近 30 秒', stop: '停止录制' },
    captions: '字幕',
    captionsFailed: '字幕加载失败，请稍后再试',
    leftHand: '左手模式',
    compressor: '压低过大的声音',
    sleep: '睡眠定时',
    sleepIn: (minutes: SleepMinutes | null) => (minutes === null ? '关闭' : `${minutes} 分钟后停止`),
    sleepShort: (minutes: SleepMinutes | null) => (minutes === null ? '关闭' : `${minutes} 分`),
    sleepSoon: '睡眠定时：1 分钟后停止播放',
    slept: '睡眠定时到了，播放已停止',
  },
  en: {
    show: 'Show the chat',
    hide: 'Hide the chat',
    nextRoom: 'Next room',
    screenshot: 'Save a screenshot',
    clip: { off: 'Record the last 30 seconds', on: 'Save the last 30 seconds', stop: 'Stop recording' },
    captions: 'Captions',
    captionsFailed: 'The captions could not be loaded. Try again later',
    leftHand: 'Left-handed layout',
    compressor: 'Soften loud voices',
    sleep: 'Sleep timer',
    sleepIn: (minutes: SleepMinutes | null) => (minutes === null ? 'Off' : `Stop in ${minutes} minutes`),
    sleepShort: (minutes: SleepMinutes | null) => (minutes === null ? 'Off' : `${minutes} min`),
    sleepSoon: 'Sleep timer: playing stops in 1 minute',
    slept: 'The sleep timer has stopped the stream',
  },
} as const;

interface MenuProps {
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
  readonly onLog: () => void;
  readonly onNerd: () => void;
  readonly onScreenshot: () => void;
  readonly onClip: () => void;
}

/** Moves the focus into the menu, and back on close; a click elsewhere closes it. */
function useMenuFocus(box: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const before = document.activeElement;
    box.current?.querySelector('button')?.focus();
    const leave = (event: PointerEvent): void => {
      if (!box.current?.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [box]);
}

/** The right-click menu of the video area. Arrow keys move the focus, Escape and a click elsewhere close. */
export default function PlayerMenu({ at, onClose, onLog, onNerd, onScreenshot, onClip }: MenuProps) {
  const context = useRoomContext();
  const room = useRoom('room');
  const stage = useRoom('stage');
  const language = useLanguage();
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState(at);

  useLayoutEffect(() => {
    const size = box.current?.getBoundingClientRect();
    if (size === undefined) return;
    setPlace({
      x: Math.max(EDGE, Math.min(at.x, window.innerWidth - size.width - EDGE)),
      y: Math.max(EDGE, Math.min(at.y, window.innerHeight - size.height - EDGE)),
    });
  }, [at]);
  useMenuFocus(box, onClose);
  const walk = (event: KeyboardEvent): void => {
    // Used here: the statistics over the picture close by the same key.
    if (event.key === 'Escape') event.preventDefault();
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else walkMenu(event, box.current);
  };

  const copyInfo = async (): Promise<void> => {
    onClose();
    const isCopied = await copyText(playbackInfo(context.store.get()));
    notify(isCopied ? text.logCopied : text.logCopyFailed, isCopied ? 'good' : 'bad');
  };

  return (
    <div
      ref={box}
      className={`${css.menu} ${css.free}`}
      style={{ left: place.x, top: place.y }}
      role="menu"
      tabIndex={-1}
      aria-label={text.menu}
      onKeyDown={walk}
      onContextMenu={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <Item icon="stats" label={text.menuNerd} onClick={onNerd} />
      <Item icon="log" label={text.menuLog} onClick={onLog} />
      {room.role === 0 && (
        <Item
          icon="reload"
          label={text.menuReload}
          onClick={() => {
            onClose();
            context.act({ type: 'retry-player' });
          }}
        />
      )}
      {stage.name === 'live' && (
        <Item
          icon="picture"
          label={WORDS[language].screenshot}
          onClick={() => {
            onClose();
            onScreenshot();
          }}
        />
      )}
      {stage.name === 'live' && canRecordClips() && <ClipItems onClose={onClose} onClip={onClip} />}
      {room.role === 0 && <NextRoomItem onClose={onClose} />}
      <Item icon="copy" label={text.menuCopyInfo} onClick={() => void copyInfo()} />
      <ChatItem onClose={onClose} />
      <HandItem onClose={onClose} />
      {(stage.name === 'live' || stage.name === 'radio') && <CompressorItem onClose={onClose} />}
      {(stage.name === 'live' || stage.name === 'radio') && captions.exist() && <CaptionsItem onClose={onClose} />}
      {stage.name === 'live' && <FitItems onClose={onClose} />}
      {(stage.name === 'live' || stage.name === 'radio') && <SleepItems onClose={onClose} />}
      <p className={css.version}>Footlight</p>
    </div>
  );
}

function Item({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <button type="button" role="menuitem" className={css.item} onClick={onClick}>
      <Icon name={icon} size={17} />
      {label}
    </button>
  );
}

function NextRoomItem({ onClose }: Pick<MenuProps, 'onClose'>) {
  const language = useLanguage();
  return (
    <Item
      icon="right"
      label={WORDS[language].nextRoom}
      onClick={() => {
        onClose();
        void enterNextRoom(language);
      }}
    />
  );
}

function ChatItem({ onClose }: Pick<MenuProps, 'onClose'>) {
  const context = useRoomContext();
  const layout = useRoom('layout');
  const chat = WORDS[useLanguage()];
  return (
    <Item
      icon="captions"
      label={layout.chat ? chat.hide : chat.show}
      onClick={() => {
        onClose();
        context.act({ type: 'show-chat', on: !layout.chat });
      }}
    />
  );
}

function ClipItems({ onClose, onClip }: Pick<MenuProps, 'onClose' | 'onClip'>) {
  const language = useLanguage();
  const words = WORDS[language].clip;
  return (
    <>
      <Item
        icon="film"
        label={clips.isOn() ? words.on : words.off}
        onClick={() => {
          onClose();
          onClip();
        }}
      />
      {clips.isOn() && (
        <Item
          icon="stop"
          label={words.stop}
          onClick={() => {
            onClose();
            const { text, tone } = clips.stop(language);
            notify(text, tone);
          }}
        />
      )}
    </>
  );
}

/** Choice of the hand that holds the phone; rendered only on phones. */
function HandItem({ onClose }: Pick<MenuProps, 'onClose'>) {
  const { compact, low } = useRoom('layout');
  const shown = useSyncExternalStore(hand.subscribe, hand.shown);
  const words = WORDS[useLanguage()];
  if (!compact && !low) return null;
  return (
    <Check
      label={words.leftHand}
      isOn={shown === 'left'}
      onToggle={() => {
        onClose();
        hand.choose(shown === 'left' ? 'right' : 'left');
      }}
    />
  );
}

/** Only where the sound can be routed. */
function CompressorItem({ onClose }: Pick<MenuProps, 'onClose'>) {
  const { kind } = useRoom('player');
  const isOn = useSyncExternalStore(compressor.subscribe, compressor.isOn);
  const words = WORDS[useLanguage()];
  if (!compressor.isOffered(kind)) return null;
  return (
    <Check
      label={words.compressor}
      isOn={isOn}
      onToggle={() => {
        onClose();
        compressor.choose(!isOn);
      }}
    />
  );
}

function CaptionsItem({ onClose }: Pick<MenuProps, 'onClose'>) {
  const language = useLanguage();
  const words = WORDS[language];
  return (
    <Check
      label={words.captions}
      isOn={captions.isOn()}
      onToggle={() => {
        onClose();
        void captions.press(language, words.captionsFailed);
      }}
    />
  );
}

function Check({ label, isOn, onToggle }: { readonly label: string; readonly isOn: boolean; readonly onToggle: () => void }) {
  return (
    <button type="button" role="menuitemcheckbox" aria-checked={isOn} className={css.item} onClick={onToggle}>
      <span className={css.mark}>{isOn && <Icon name="check" size={16} />}</span>
      {label}
    </button>
  );
}

interface Chip<T> {
  readonly value: T;
  readonly short: string;
  readonly name: string;
}

/** Options in one row, so that the menu fits on a phone in landscape as far as possible. */
function Chips<T>({ title, chips, chosen, onChoose }: ChipsProps<T>) {
  return (
    <>
      <p className={css.group}>{title}</p>
      <div className={css.chips} role="group" aria-label={title}>
        {chips.map(({ value, short, name }) => (
          <button
            key={name}
            type="button"
            role="menuitemradio"
            aria-label={name}
            aria-checked={value === chosen}
            className={css.chip}
            onClick={() => onChoose(value)}
          >
            {short}
          </button>
        ))}
      </div>
    </>
  );
}
interface ChipsProps<T> {
  readonly title: string;
  readonly chips: readonly Chip<T>[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

function FitItems({ onClose }: Pick<MenuProps, 'onClose'>) {
  const { act } = useRoomContext();
  const { fit } = useRoom('layout');
  const text = useText();
  return (
    <Chips
      title={text.pictureFit}
      chips={PICTURE_FITS.map((value) => ({ value, short: text.pictureFits[value], name: text.pictureFits[value] }))}
      chosen={fit}
      onChoose={(chosen) => {
        onClose();
        act({ type: 'choose-fit', fit: chosen });
      }}
    />
  );
}

/** Sleep timer; the choice stays active while the menu is closed. */
function SleepItems({ onClose }: Pick<MenuProps, 'onClose'>) {
  const { act } = useRoomContext();
  const words = WORDS[useLanguage()];
  const chosen = sleepTimer.chosen();
  const choose = (minutes: SleepMinutes | null): void => {
    onClose();
    sleepTimer.set(minutes, {
      warn: () => notify(words.sleepSoon, 'info'),
      end() {
        act({ type: 'stop-player' });
        notify(words.slept, 'info');
      },
    });
  };
  return (
    <Chips
      title={words.sleep}
      chips={[null, ...SLEEP_MINUTES].map((value) => ({ value, short: words.sleepShort(value), name: words.sleepIn(value) }))}
      chosen={chosen}
      onChoose={choose}
    />
  );
}
