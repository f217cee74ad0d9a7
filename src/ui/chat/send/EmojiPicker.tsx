import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRoom } from '../../room-context.ts';
import { useLanguage } from '../../text/text.ts';
import { requestChat } from './compose.ts';
import css from './EmojiPicker.module.css';
import { STICKERS } from './stickers.ts';

/** The room's own choice of text emoji: ordinary characters of the font. The specification defines no codes. */
export const EMOJI_COLUMNS = 8;
export interface Emoji {
  readonly text: string;
  readonly 'zh-CN': string;
  readonly en: string;
}

export const EMOJI: readonly Emoji[] = [
  ['😀', '开心', 'grin'],
  ['😂', '笑哭', 'tears of joy'],
  ['😊', '微笑', 'smile'],
  ['😍', '喜欢', 'heart eyes'],
  ['😘', '飞吻', 'kiss'],
  ['😎', '酷', 'cool'],
  ['🤩', '惊艳', 'star struck'],
  ['🥳', '庆祝', 'party'],
  ['😏', '得意', 'smirk'],
  ['🤔', '思考', 'thinking'],
  ['😳', '脸红', 'flushed'],
  ['🥺', '可怜', 'pleading'],
  ['😭', '大哭', 'crying'],
  ['😴', '困了', 'asleep'],
  ['😡', '生气', 'angry'],
  ['🙈', '害羞', 'shy'],
  ['👍', '赞', 'thumbs up'],
  ['👏', '鼓掌', 'clap'],
  ['🙏', '拜托', 'please'],
  ['💪', '加油', 'strong'],
  ['👋', '挥手', 'wave'],
  ['🤝', '握手', 'handshake'],
  ['✌️', '胜利', 'victory'],
  ['👌', '没问题', 'OK'],
  ['❤️', '爱心', 'heart'],
  ['💔', '心碎', 'broken heart'],
  ['💕', '爱意', 'two hearts'],
  ['🔥', '火', 'fire'],
  ['✨', '闪亮', 'sparkles'],
  ['🌹', '玫瑰', 'rose'],
  ['🎁', '礼物', 'gift'],
  ['🎉', '撒花', 'confetti'],
  ['🎤', '麦克风', 'microphone'],
  ['🎵', '音符', 'note'],
  ['🎸', '吉他', 'guitar'],
  ['🎧', '耳机', 'headphones'],
  ['🌙', '月亮', 'moon'],
  ['☀️', '太阳', 'sun'],
  ['⭐', '星星', 'star'],
  ['🚀', '火箭', 'rocket'],
].map(([text = '', zhCN = '', en = '']) => ({ text, 'zh-CN': zhCN, en }));

/** Target of a key in a grid of `count` cells; null: not a key of the grid. */
export function gridStep(at: number, key: string, count: number, columns: number): number | null {
  const rowStart = at - (at % columns);
  switch (key) {
    case 'ArrowRight':
      return Math.min(count - 1, at + 1);
    case 'ArrowLeft':
      return Math.max(0, at - 1);
    case 'ArrowDown':
      return at + columns < count ? at + columns : at;
    case 'ArrowUp':
      return at >= columns ? at - columns : at;
    case 'Home':
      return rowStart;
    case 'End':
      return Math.min(count, rowStart + columns) - 1;
    default:
      return null;
  }
}

/** Emoticons made of letters, added if the machine's fonts lack some emoji. */
const FACES: readonly Emoji[] = [
  [':-)', '笑脸', 'smiley'],
  [':-D', '大笑', 'laugh'],
  [';-)', '眨眼', 'wink'],
  [':-(', '难过', 'sad'],
  ['^_^', '眯眼笑', 'happy'],
  ['T_T', '流泪', 'weeping'],
  ['-_-', '无语', 'speechless'],
  ['<3', '小心心', 'little heart'],
].map(([text = '', zh = '', en = '']) => ({ text, 'zh-CN': zh, en }));

/** The emoji that this machine's fonts can draw. */
export function emojiFor(canDraw: (text: string) => boolean): readonly Emoji[] {
  const drawn = EMOJI.filter(({ text }) => canDraw(text));
  return drawn.length === EMOJI.length ? drawn : [...drawn, ...FACES];
}

/** Size in CSS pixels of the square in which a character is drawn for comparison. */
const SIZE = 20;
/** An unassigned code point: its glyph is the font's placeholder for missing characters. */
const MISSING = '\u{10fffe}';

/**
 * Checks whether a font of this machine has a character, by comparing its pixels with the placeholder glyph. If the pixels cannot be read,
 * every character counts as available.
 */
export function createFontCheck(): (text: string) => boolean {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) return () => true;
  context.textBaseline = 'top';
  context.font = `${SIZE - 4}px ${getComputedStyle(document.body).fontFamily}`;
  const drawn = (text: string): string => {
    context.clearRect(0, 0, SIZE, SIZE);
    context.fillText(text, 0, 0);
    return context.getImageData(0, 0, SIZE, SIZE).data.join();
  };
  const missing = drawn(MISSING);
  return (text) => drawn(text) !== missing;
}

const LABEL = { 'zh-CN': '表情', en: 'Emoji' } as const;
const PHRASES = { 'zh-CN': '常用语', en: 'Saved phrases' } as const;

/** A sticker is chosen like an emoji: its code is inserted into the line. */
interface Choice extends Emoji {
  readonly picture?: string;
}

/** A grid of buttons with one tab stop; arrow keys move in it. The chosen emoji is inserted at the caret; the picker stays open. */
export default function EmojiPicker({ onClose, onPressOutside }: { readonly onClose: () => void; readonly onPressOutside: () => void }) {
  const language = useLanguage();
  const grid = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const [shown] = useState((): readonly Choice[] => [
    ...emojiFor(createFontCheck()),
    ...STICKERS.map(({ code, ...sticker }) => ({ ...sticker, text: code })),
  ]);
  const leave = useEffectEvent(onPressOutside);
  useEffect(() => {
    grid.current?.querySelector('button')?.focus();
    const pressed = (event: PointerEvent): void => {
      if (event.target instanceof Element && event.target.closest('form') !== grid.current?.closest('form')) leave();
    };
    document.addEventListener('pointerdown', pressed);
    return () => document.removeEventListener('pointerdown', pressed);
  }, []);

  const move = (next: number): void => {
    setAt(next);
    grid.current?.querySelectorAll('button')[next]?.focus();
  };
  const phrases = useRoom('chat').choices?.phrases ?? [];
  return (
    <div ref={grid} className={css.grid} role="group" aria-label={LABEL[language]} data-emoji-picker="">
      {shown.map((emoji, place) => (
        <button
          key={emoji.text}
          type="button"
          className={css.emoji}
          data-wide={(emoji.picture === undefined && /^[ -~]/.test(emoji.text)) || undefined}
          tabIndex={place === at ? 0 : -1}
          aria-label={emoji[language]}
          title={emoji[language]}
          onKeyDown={(event) => {
            const next = gridStep(place, event.key, shown.length, EMOJI_COLUMNS);
            if (event.key !== 'Escape' && next === null) return;
            event.preventDefault();
            if (next === null) onClose();
            else move(next);
          }}
          onClick={() => {
            setAt(place);
            requestChat({ type: 'insert', text: emoji.text, keepFocus: true });
          }}
        >
          {emoji.picture === undefined ? emoji.text : <img src={emoji.picture} alt="" width={30} height={30} />}
        </button>
      ))}
      {phrases.length > 0 && (
        <ul className={css.phrases} aria-label={PHRASES[language]}>
          {phrases.map((phrase) => (
            <li key={phrase}>
              <button type="button" className={`cut ${css.phrase}`} onClick={() => requestChat({ type: 'insert', text: phrase })}>
                {phrase}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
