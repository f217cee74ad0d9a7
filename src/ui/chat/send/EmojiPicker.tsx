import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { useLanguage } from '../../text/text.ts';
import { askChat } from './compose.ts';
import { type Emoji, EMOJI_COLUMNS, emojiFor, gridStep } from './emoji.ts';
import { createFontCheck } from './emoji-fonts.ts';
import css from './EmojiPicker.module.css';
import { STICKERS } from './stickers.ts';

const LABEL = { 'zh-CN': '表情', en: 'Emoji' } as const;

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
            askChat({ type: 'insert', text: emoji.text, keepFocus: true });
          }}
        >
          {emoji.picture === undefined ? emoji.text : <img src={emoji.picture} alt="" width={30} height={30} />}
        </button>
      ))}
    </div>
  );
}
