/** The viewer's choices for the chat: what is hidden, marked and merged, and saved phrases. Stored in this browser as a list of entries. */
import { shownText } from '../layout/shown-text.ts';
import type { ChatRow } from '../view.ts';

/** In local storage; read by the room worker only, so that the page's first code has no key for it. */
export const CHAT_CHOICES_KEY = 'footlight.chatChoices';

export const CHAT_KINDS = ['gift', 'welcome', 'notice'] as const;
export type ChatKind = (typeof CHAT_KINDS)[number];
export const CHAT_SIZES = ['small', 'medium', 'large'] as const;
export type ChatSize = (typeof CHAT_SIZES)[number];
/** Lists of texts: words or `/patterns/` whose lines are hidden, words whose lines are marked, and phrases for the send box. */
export const CHAT_LISTS = ['words', 'marks', 'phrases'] as const;
export type ChatListName = (typeof CHAT_LISTS)[number];

export const CHOICE_LIMITS = {
  words: { value: 50, unit: 'words and patterns of hidden lines' },
  marks: { value: 30, unit: 'words of marked lines' },
  phrases: { value: 20, unit: 'saved phrases' },
  wordChars: { value: 60, unit: 'characters of a word or pattern' },
  phraseChars: { value: 100, unit: 'characters of a phrase' },
  minLevel: { value: 99, unit: 'the highest level that can be required' },
  /** A pattern with n unbounded quantifiers can take the length to the power of n + 1 steps. */
  quantifiers: { value: 2, unit: 'unbounded quantifiers of a pattern' },
  matchedChars: { value: 120, unit: 'characters of a line that are compared with a pattern' },
} as const satisfies Record<string, { value: number; unit: string }>;

export interface ChatChoices extends Readonly<Record<ChatListName, readonly string[]>> {
  readonly hidden: readonly ChatKind[];
  /** Lines of users below this level are hidden; 0: none are. */
  readonly minLevel: number;
  /** Lines of the same words become one line with a count. */
  readonly merges: boolean;
  readonly size: ChatSize;
}
export const DEFAULT_CHOICES: ChatChoices = {
  words: [],
  marks: [],
  phrases: [],
  hidden: [],
  minLevel: 0,
  merges: false,
  size: 'medium',
};

/** Reads the format of `writeChoices`, or entries from the page; other entries are skipped. */
export function readChoices(stored: unknown): ChatChoices {
  if (!Array.isArray(stored)) return DEFAULT_CHOICES;
  const of = (name: string): readonly string[] =>
    stored.flatMap((entry) => (typeof entry === 'string' && entry.startsWith(`${name}:`) ? [entry.slice(name.length + 1)] : []));
  const list = (name: ChatListName): readonly string[] => {
    const chars = name === 'phrases' ? CHOICE_LIMITS.phraseChars.value : CHOICE_LIMITS.wordChars.value;
    const texts = of(name).map((text) => shownText(text, chars));
    return [...new Set(texts)]
      .filter((text) => text !== '' && (name !== 'words' || matcherOf(text) !== null))
      .slice(-CHOICE_LIMITS[name].value);
  };
  const level = Math.trunc(Number(of('minLevel')[0]));
  return {
    words: list('words'),
    marks: list('marks'),
    phrases: list('phrases'),
    hidden: CHAT_KINDS.filter((kind) => of('hidden').includes(kind)),
    minLevel: level > 0 ? Math.min(level, CHOICE_LIMITS.minLevel.value) : 0,
    merges: of('merges')[0] === '1',
    size: CHAT_SIZES.find((size) => size === of('size')[0]) ?? DEFAULT_CHOICES.size,
  };
}

export const writeChoices = ({ hidden, minLevel, merges, size, ...lists }: ChatChoices): readonly string[] => [
  ...CHAT_LISTS.flatMap((name) => lists[name].map((text) => `${name}:${text}`)),
  ...hidden.map((kind) => `hidden:${kind}`),
  `minLevel:${minLevel}`,
  `merges:${merges ? 1 : 0}`,
  `size:${size}`,
];

type Matcher = (text: string) => boolean;

/** A word matches in any case; `/pattern/` is a regular expression. null for a pattern that is invalid or could take too long. */
export function matcherOf(word: string): Matcher | null {
  const [, pattern] = /^\/(.+)\/$/su.exec(word) ?? [];
  if (pattern === undefined) {
    const lower = word.toLowerCase();
    return (text) => text.toLowerCase().includes(lower);
  }
  // A repeated group or a reference to a group can take exponential time.
  if (/\)[*+{?]|\\[1-9k]/.test(pattern)) return null;
  if ((pattern.match(/[*+]|\{\d+,\}/g) ?? []).length > CHOICE_LIMITS.quantifiers.value) return null;
  try {
    const expression = new RegExp(pattern, 'iu');
    return (text) => expression.test(text.slice(0, CHOICE_LIMITS.matchedChars.value));
  } catch {
    return null;
  }
}

/** Whether the row is hidden by the choices. Rows of the viewer and the star, and rows that mention the viewer, are always shown. */
export function hiddenBy({ words, hidden, minLevel }: ChatChoices): ((row: ChatRow) => boolean) | null {
  if (words.length === 0 && hidden.length === 0 && minLevel === 0) return null;
  const matchers = words.flatMap((word) => matcherOf(word) ?? []);
  return (row) => {
    if (row.isMe || row.isStar || row.mentionsMe === true) return false;
    if (row.type !== 'chat') return hidden.some((kind) => kind === row.type);
    return row.richLevel < minLevel || matchers.some((matches) => matches(row.text));
  };
}

/** Whether the row has one of the marked words in its text or name. */
export function markedBy({ marks }: ChatChoices): ((row: ChatRow) => boolean) | null {
  if (marks.length === 0) return null;
  const matchers = marks.flatMap((word) => matcherOf(word) ?? []);
  return ({ text, name }) => matchers.some((matches) => matches(text) || matches(name));
}
