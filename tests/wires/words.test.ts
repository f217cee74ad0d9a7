import { readFileSync } from 'node:fs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { repositoryFiles } from '../../scripts/lib/repository-files.ts';
import { FEATURES } from '../../src/features/index.ts';
import { activityText } from '../../src/ui/stage/StageActivity.tsx';
import { en } from '../../src/ui/text/en.ts';
import type { Language } from '../../src/design/language.ts';
import { TRANSLATE, type Translate } from '../../src/ui/features/panel.ts';
import { TextContext } from '../../src/ui/text/text.ts';
import { zhCN } from '../../src/ui/text/zh-CN.ts';

type Words = Readonly<Record<string, unknown>>;
const FILES = import.meta.glob<{ readonly words: (t: Translate) => Words }>('../../src/features/*/text.ts', { eager: true });
const PANELS = Object.keys(import.meta.glob('../../src/features/*/panel.tsx'));
const wordsOf = (name: string, language: Language): Words | undefined =>
  FILES[`../../src/features/${name}/text.ts`]?.words(TRANSLATE[language]);

type Said = string | ((...args: never[]) => unknown);
/** Every text by its path. */
function textsOf(words: unknown, path = ''): ReadonlyMap<string, Said> {
  if (typeof words === 'string' || typeof words === 'function') return new Map([[path, words as Said]]);
  return new Map(Object.entries(words as Words).flatMap(([key, inner]) => [...textsOf(inner, path === '' ? key : `${path}.${key}`)]));
}

/** Sets of values for a text: a text may select its words by a number, and texts receive names or numbers. A text may leave out a zero. */
const FILLINGS: readonly ((at: number) => unknown)[] = [
  (at) => 7_001 + at,
  (at) => `name${at}`,
  (at) => (at === 0 ? 'name0' : 7_001 + at),
  () => 0,
];
const MAX_ARGUMENTS = 6;

/**
 * The output of a text for each set of values: its words, and the values that appear in it. A value of the wrong type throws or is ignored.
 */
function saidBy(text: Said): readonly { readonly words: string; readonly values: readonly number[] }[] {
  if (typeof text === 'string') return [{ words: text, values: [] }];
  return FILLINGS.map((fill) => {
    const args = Array.from({ length: MAX_ARGUMENTS }, (_, at) => fill(at));
    try {
      const words = String((text as (...given: unknown[]) => unknown)(...args));
      // Numbers may be grouped or shortened, so they are searched by their own digits.
      return { words, values: args.flatMap((value, at) => (words.replaceAll(/[,. ]/g, '').includes(String(value)) ? [at] : [])) };
    } catch {
      return { words: '', values: [] };
    }
  });
}

const BROKEN = /undefined|NaN|\[object|=>|function/;
/** Paths of texts that may be empty in one language, for example a word before or after a value. */
const MAY_BE_EMPTY: readonly string[] = ['status.menu', 'status.service', 'entry.before', 'follow.before', 'chatSays'];

function compare(zh: unknown, english: unknown, spares: readonly string[]): void {
  const [inChinese, inEnglish] = [textsOf(zh), textsOf(english)];
  expect([...inEnglish.keys()].toSorted()).toEqual([...inChinese.keys()].toSorted());
  for (const [path, text] of inChinese) {
    const [chinese, other] = [saidBy(text), saidBy(inEnglish.get(path)!)];
    expect(typeof inEnglish.get(path), path).toBe(typeof text);
    // A text that expects other values than names and numbers has no output for them.
    if (typeof text === 'string' && !MAY_BE_EMPTY.includes(path)) expect([path, chinese[0]!.words, other[0]!.words]).not.toContain('');
    chinese.forEach(({ words, values }, at) => {
      const { words: inOther, values: valuesInOther } = other[at]!;
      // A text that looks up a name in its own table does not accept a number.
      if (typeof text !== 'string' && (BROKEN.test(words) || BROKEN.test(inOther))) return;
      if (!spares.includes(path)) expect([path, values], `${words} | ${inOther}`).toEqual([path, valuesInOther]);
      expect(words, path).not.toMatch(BROKEN);
      if (!spares.includes(path)) expect(other[at]!.words, path).not.toMatch(/\p{Script=Han}/u);
    });
  }
}

describe.each(FEATURES)('$name', ({ name }) => {
  test.runIf(PANELS.includes(`../../src/features/${name}/panel.tsx`))(
    'S37 has its texts in both languages, with the same values in each',
    () => {
      const [zh, english] = [wordsOf(name, 'zh-CN'), wordsOf(name, 'en')];
      expect(zh).toBeDefined();
      compare(zh, english, []);
    },
  );
});

/** Modules of texts beside the parts of the page that show them: a table by language, or a hook that returns its row. */
const PARTS = import.meta.glob<Readonly<Record<string, unknown>>>('../../src/ui/**/*{words,text}.ts', { eager: true });
const LANGUAGES = ['zh-CN', 'en'] as const satisfies readonly Language[];
/** Texts with other numbers in the two languages: one counts all features, the other those without the first. */
const SPARES: readonly string[] = ['runningFirst'];

function wordsOfHook(hook: () => unknown, language: Language): unknown {
  let words: unknown;
  const Reader = (): null => {
    words = hook();
    return null;
  };
  const value = { text: zhCN, language, setLanguage: () => undefined };
  renderToStaticMarkup(createElement(TextContext, { value }, createElement(Reader)));
  return words;
}

/** The texts of each export in both languages. */
const pairsIn = (exports: Readonly<Record<string, unknown>>): readonly (readonly unknown[])[] =>
  Object.entries(exports).flatMap(([name, value]) => {
    if (/^use\w*Words$/.test(name)) return [LANGUAGES.map((language) => wordsOfHook(value as () => unknown, language))];
    const isTable = typeof value === 'object' && value !== null && LANGUAGES.every((language) => language in value);
    return isTable ? [LANGUAGES.map((language) => (value as Words)[language])] : [];
  });

test.each(
  Object.entries(PARTS)
    .map(([path, exports]) => [path.replace('../../', ''), pairsIn(exports)] as const)
    .filter(([, pairs]) => pairs.length > 0),
)('P28 S37 %s has its texts in both languages, with the same values in each', (_path, pairs) => {
  for (const [zh, english] of pairs) compare(zh, english, SPARES);
});

test('P28 S37 the page has its texts in both languages, with the same values in each', () => {
  compare(zhCN, en, ['switchLanguage']);
  compare(activityText('zh-CN'), activityText('en'), []);
});

const SOURCES = repositoryFiles()
  .filter((file) => /^(src|mocks)\/.*\.tsx?$/.test(file) && !/\/(features\/[^/]*\/text|en|zh-CN)\.ts$/.test(file))
  .map((file) => ({ file, identifiers: new Set(readFileSync(file, 'utf8').match(/[\w$]+/g) ?? []) }));
/** The texts whose name is in no source file of these folders. */
const unread = (words: Words, folders: readonly string[]): readonly string[] => {
  const sources = SOURCES.filter(({ file }) => folders.some((folder) => file.startsWith(folder)));
  return Object.keys(words).filter((key) => !sources.some(({ identifiers }) => identifiers.has(key)));
};

test('P28 S37 each text of the page and of the features is read by some code', () => {
  expect(unread(zhCN, ['src/', 'mocks/'])).toEqual([]);
  // Parts of the page that several features share read the words of these features.
  for (const { name } of FEATURES)
    expect([name, unread(wordsOf(name, 'zh-CN') ?? {}, [`src/features/${name}/`, 'src/ui/'])]).toEqual([name, []]);
});
