import { useSyncExternalStore } from 'react';

import type { PictureFit, UserAction } from '../../../core/room/view.ts';
import { copyText } from '../../../design/clipboard.ts';
import { Icon, type IconName } from '../../../design/icons/Icon.tsx';
import { hand } from '../../appearance/appearance.ts';
import type { Language } from '../../../design/language.ts';
import { Menu } from '../../overlays/Menu.tsx';
import { Modal } from '../../overlays/Modal.tsx';
import { notify } from '../../overlays/notice.ts';
import { useRoomContext, useRoom } from '../../room-context.ts';
import { useLanguage, useText } from '../../text/text.ts';
import { captions } from '../captions/captions-button.ts';
import { playbackInfo } from '../log/log-text.ts';
import { canRecordClips, clips } from '../saving/clips.ts';
import type { Point } from './gestures.ts';
import { enterNextRoom } from './NextRoom.tsx';
import { compressor, SLEEP_MINUTES, sleepTimer, type SleepMinutes } from './page-choices.ts';
import { FEATURE_TOOLS } from './keys.ts';
import css from './PlayerMenu.module.css';

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
  readonly at: Point;
  readonly onClose: () => void;
  readonly onLog: () => void;
  readonly onNerd: () => void;
  readonly onScreenshot: () => void;
  readonly onClip: () => void;
}

/** The right-click menu of the video area. */
export default function PlayerMenu(props: MenuProps) {
  const { at, onClose } = props;
  const stage = useRoom('stage');
  const text = useText();
  const items = useItems(props);
  return (
    <Menu className={`${css.menu} ${css.free}`} at={at} label={text.menu} onClose={onClose}>
      {items.map(({ icon, label, isOn, act }) => (
        <button
          key={label}
          type="button"
          role={isOn === undefined ? 'menuitem' : 'menuitemcheckbox'}
          aria-checked={isOn}
          className={css.item}
          onClick={() => {
            onClose();
            act();
          }}
        >
          {icon === undefined ? (
            <span className={css.mark}>{isOn && <Icon name="check" size={16} />}</span>
          ) : (
            <Icon name={icon} size={17} />
          )}
          {label}
        </button>
      ))}
      {stage.name === 'live' && <FitItems onClose={onClose} />}
      {(stage.name === 'live' || stage.name === 'radio') && <SleepItems onClose={onClose} />}
      <p className={css.version}>Footlight</p>
    </Menu>
  );
}

interface Item {
  readonly icon?: IconName;
  readonly label: string;
  /** For an item with a check mark. */
  readonly isOn?: boolean;
  /** Called after the menu is closed. */
  readonly act: () => void;
}

function useItems({ onLog, onNerd, onScreenshot, onClip }: MenuProps): readonly Item[] {
  const { act, store } = useRoomContext();
  const { role } = useRoom('room');
  const { name: stage } = useRoom('stage');
  const { chat, compact, low } = useRoom('layout');
  const { kind } = useRoom('player');
  const language = useLanguage();
  const text = useText();
  const words = WORDS[language];
  const isCompressed = useSyncExternalStore(compressor.subscribe, compressor.isOn);
  const isLeft = useSyncExternalStore(hand.subscribe, hand.shown) === 'left';
  const isLive = stage === 'live';
  const plays = isLive || stage === 'radio';
  const copyInfo = async (): Promise<void> => {
    const isCopied = await copyText(playbackInfo(store.get()));
    notify(isCopied ? text.logCopied : text.logCopyFailed, isCopied ? 'good' : 'bad');
  };
  const stopClips = (): void => {
    const { text: stopped, tone } = clips.stop(language);
    notify(stopped, tone);
  };
  const items: readonly (Item | false)[] = [
    role === 0 && { icon: 'reload', label: text.reload, act: () => act({ type: 'retry-player' }) },
    isLive && { icon: 'picture', label: words.screenshot, act: onScreenshot },
    isLive && canRecordClips() && { icon: 'film', label: clips.isOn() ? words.clip.on : words.clip.off, act: onClip },
    isLive && canRecordClips() && clips.isOn() && { icon: 'stop', label: words.clip.stop, act: stopClips },
    role === 0 && { icon: 'right', label: words.nextRoom, act: () => void enterNextRoom(language) },
    { icon: 'captions', label: chat ? words.hide : words.show, act: () => act({ type: 'show-chat', on: !chat }) },
    // The hand that holds a phone.
    (compact || low) && { label: words.leftHand, isOn: isLeft, act: () => hand.choose(isLeft ? 'right' : 'left') },
    plays && compressor.isOffered(kind) && { label: words.compressor, isOn: isCompressed, act: () => compressor.choose(!isCompressed) },
    plays &&
      captions.exist() && {
        label: words.captions,
        isOn: captions.isOn(),
        act: () => void captions.press(language, words.captionsFailed),
      },
    { icon: 'copy', label: text.menuCopyInfo, act: () => void copyInfo() },
    { icon: 'stats', label: text.menuNerd, act: onNerd },
    { icon: 'log', label: text.menuLog, act: onLog },
  ];
  return items.filter((item) => item !== false);
}

interface ChipsProps<T> {
  readonly title: string;
  readonly chips: readonly { readonly value: T; readonly short: string; readonly name: string }[];
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
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
      chosen={sleepTimer.chosen()}
      onChoose={choose}
    />
  );
}

const CHOICE_WORDS = {
  'zh-CN': {
    savers: '省流量省电',
    saver: { off: '关闭', 'lower-line': '数据更少的播放方式', 'fewer-pictures': '减少画面帧数', 'sound-only': '只听声音' },
  },
  en: {
    savers: 'Save data and power',
    saver: { off: 'Off', 'lower-line': 'Playback with less data', 'fewer-pictures': 'Fewer pictures', 'sound-only': 'Sound only' },
  },
} as const;

/** Choice of kind, data saver and line, if there is a choice. */
export function PlayerChoices({ onClose }: { onClose: () => void }) {
  const { kind: ownKind, kinds, line: ownLine, lineCount, saver: chosenSaver, savers } = useRoom('player');
  const { kilobitsPerS } = useRoom('streamInfo');
  const { picture } = useRoom('layout');
  const { act } = useRoomContext();
  const text = useText();
  const words = CHOICE_WORDS[useLanguage()];
  const saver = savers.includes(chosenSaver) ? chosenSaver : 'off';
  const choice = (label: string, isChosen: boolean, action: UserAction) => (
    <button
      key={label}
      type="button"
      role="menuitemradio"
      aria-checked={isChosen}
      className={css.item}
      onClick={() => {
        act(action);
        onClose();
      }}
    >
      <span className={css.mark}>{isChosen && <Icon name="check" size={16} />}</span>
      {label}
    </button>
  );
  return (
    <Menu className={`${css.menu} ${css.above}`} label={text.lines} onClose={onClose}>
      {picture.width > 0 && (
        <p className={css.group}>
          {`${picture.width}×${picture.height}`}
          {kilobitsPerS !== null && ` · ${kilobitsPerS} kbit/s`}
        </p>
      )}
      {kinds.length > 1 && <p className={css.group}>{text.decodeKind}</p>}
      {kinds.length > 1 && kinds.map((kind) => choice(text.kinds[kind], kind === ownKind, { type: 'choose-kind', kind }))}
      {savers.length > 0 && <p className={css.group}>{words.savers}</p>}
      {savers.map((one) => choice(words.saver[one], one === saver, { type: 'choose-saver', saver: one }))}
      {lineCount > 1 && <p className={css.group}>{text.line}</p>}
      {lineCount > 1 &&
        Array.from({ length: lineCount }, (_, line) => choice(text.lineName(line + 1), line === ownLine, { type: 'choose-line', line }))}
    </Menu>
  );
}

/** Describes the keys of keys.ts. */
const KEY_WORDS: Readonly<
  Record<
    Language,
    {
      readonly title: string;
      readonly rows: readonly (readonly [keys: readonly string[], does: string])[];
      /** Description of a feature's key. */
      readonly feature: (label: string) => string;
    }
  >
> = {
  'zh-CN': {
    title: '快捷键',
    feature: (label) => `显示或隐藏${label}`,
    rows: [
      [['Space', 'K'], '播放或停止；回看时暂停'],
      [['M'], '静音或取消静音'],
      [['↑', '↓'], '调节音量'],
      [['←', '→'], '回看：后退或前进 15 秒'],
      [['Esc'], '回到直播'],
      [['F'], '全屏'],
      [['T'], '剧场模式'],
      [['C'], '显示或隐藏聊天'],
      [['P'], '画中画'],
      [['S'], '保存截图'],
      [['X'], '录制或保存最近 30 秒'],
      [['I'], '播放统计'],
      [['Shift + F10'], '播放器菜单'],
      [['?'], '显示快捷键'],
    ],
  },
  en: {
    title: 'Keyboard shortcuts',
    feature: (label) => `Show or hide: ${label}`,
    rows: [
      [['Space', 'K'], 'Play or stop; pause while looking back'],
      [['M'], 'Mute or unmute'],
      [['↑', '↓'], 'Volume'],
      [['←', '→'], 'Look back: 15 seconds back or forward'],
      [['Esc'], 'Back to live'],
      [['F'], 'Full screen'],
      [['T'], 'Theatre'],
      [['C'], 'Show or hide the chat'],
      [['P'], 'Picture in picture'],
      [['S'], 'Save a screenshot'],
      [['X'], 'Record or save the last 30 seconds'],
      [['I'], 'Playback statistics'],
      [['Shift + F10'], 'Player menu'],
      [['?'], 'Show the shortcuts'],
    ],
  },
};

export function KeyHelp({ onClose }: { onClose: () => void }) {
  const language = useLanguage();
  const { title, rows, feature } = KEY_WORDS[language];
  const featureRows = FEATURE_TOOLS.map(({ key, label }) => [[key.toUpperCase()], feature(label[language])] as const);
  return (
    <Modal title={title} onClose={onClose}>
      <dl className={css.keys} data-first="" tabIndex={-1}>
        {[...rows, ...featureRows].map(([keys, does]) => (
          <div key={does} className={css.row}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} className={css.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
