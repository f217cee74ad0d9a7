import type { UserAction } from '../../../core/room/view.ts';
import { useRoomContext, useRoom } from '../../room-context.ts';
import { Icon } from '../../../design/icons/Icon.tsx';
import { Menu } from '../../overlays/Menu.tsx';
import { useLanguage, useText } from '../../text/text.ts';
import css from './PlayerMenu.module.css';

/** Texts of this chunk. */
const WORDS = {
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
export default function PlayerChoices({ onClose }: { onClose: () => void }) {
  const { kind: ownKind, kinds, line: ownLine, lineCount, saver: chosenSaver, savers } = useRoom('player');
  const { kilobitsPerS } = useRoom('streamInfo');
  const { picture } = useRoom('layout');
  const { act } = useRoomContext();
  const text = useText();
  const words = WORDS[useLanguage()];
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
