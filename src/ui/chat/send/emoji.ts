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
