/**
 * A function has at most 80 lines and a file 400, or a reason: `// Long: <reason>` directly above the function (or in its doc comment), `//
 * Long file: <reason>` on the first line of the file, in a style sheet as its first comment. The decoder is a separate package with its own
 * rules (src/wasm).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { ROOM_DEPENDENCIES } from '../../scripts/build/optimized-dependencies.ts';
import { repositoryFiles } from '../../scripts/lib/repository-files.ts';
import { ROOT } from '../../scripts/lib/tool.ts';

const MAX_FUNCTION_LINES = 80;
const MAX_FILE_LINES = 400;
/** Minimum length of a reason. */
const MIN_REASON = 20;

const CODE = /^(?!src\/wasm\/|fixtures\/|.*\/generated\/).*\.(?:ts|tsx|mts|mjs|js|css)$/;
const FUNCTION = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

interface FunctionLines {
  readonly firstLine: number;
  readonly lines: number;
}

/** Functions of the file that are too long, including inner ones. The callback of `describe` is a list of tests and not counted. */
function longFunctions(file: string, text: string): readonly FunctionLines[] {
  const found: FunctionLines[] = [];
  const visit = (node: Node, parent: Node): void => {
    // A short function contains no long one.
    if (linesOf(text, node) <= MAX_FUNCTION_LINES) return;
    if (FUNCTION.test(node.type) && !isDescribe(text, node, parent)) {
      const whole = parent.type === 'MethodDefinition' || parent.type === 'Property' ? parent : node;
      found.push({ firstLine: text.slice(0, whole.start).split('\n').length, lines: linesOf(text, whole) });
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node);
  };
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  visit(program, program);
  return found;
}

const linesOf = (text: string, { start, end }: Node): number => text.slice(start, end).split('\n').length;

const isDescribe = (text: string, node: Node, parent: Node): boolean =>
  parent.type === 'CallExpression' && /^(?:test\.)?describe\b/.test(text.slice(parent.start, node.start));

const isReason = (reason: string | undefined): boolean => reason !== undefined && reason.trim().length >= MIN_REASON;

/** The comment ending on the previous line contains the reason. */
function hasReason(lines: readonly string[], firstLine: number): boolean {
  for (let i = firstLine - 2; i >= 0; i--) {
    const line = lines[i]?.trim() ?? '';
    if (!/^(?:\/\/|\/\*|\*)/.test(line)) return false;
    const reason = /^(?:\/\/|\/?\*+) *Long: (.*)$/.exec(line)?.[1];
    if (reason !== undefined) return isReason(reason);
  }
  return false;
}

function longParts(file: string, text: string): readonly string[] {
  const lines = text.split('\n');
  const isLongFile = lines.length - 1 > MAX_FILE_LINES && !isReason(/^(?:\/\/|\/\*) Long file: (.*)$/m.exec(lines[0] ?? '')?.[1]);
  return [
    ...(isLongFile ? [`${file}: ${lines.length - 1} lines`] : []),
    ...(file.endsWith('.css') || lines.length <= MAX_FUNCTION_LINES ? [] : longFunctions(file, text))
      .filter(({ firstLine }) => !hasReason(lines, firstLine))
      .map(({ firstLine, lines: count }) => `${file}:${firstLine}: a function of ${count} lines`),
  ];
}

test('a function has at most 80 lines and a file 400, or a reason beside it', () => {
  const files = repositoryFiles().filter((file) => CODE.test(file));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => longParts(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});

const body = (lines: number): string => `{\n${'  call();\n'.repeat(lines - 2)}}`;

test('a long function is found at any place, and a reason counts only directly above it', () => {
  const reason = '// Long: the inner functions share what this says\n';
  const long = ['a.ts:1: a function of 81 lines'];
  expect(longParts('a.ts', `export function a() ${body(80)}\n`)).toEqual([]);
  expect(longParts('a.ts', `export function a() ${body(81)}\n`)).toEqual(long);
  expect(longParts('a.ts', `export const a = async () => ${body(81)};\n`)).toEqual(long);
  expect(longParts('a.ts', `test('a', () => ${body(81)});\n`)).toEqual(long);
  expect(longParts('a.ts', `describe('a', () => ${body(81)});\n`)).toEqual([]);
  expect(longParts('a.tsx', `class A {\n  a(): void ${body(81)}\n}\n`)).toEqual(['a.tsx:2: a function of 81 lines']);
  expect(longParts('a.ts', `const a = {\n  a() ${body(81)},\n};\n`)).toEqual(['a.ts:2: a function of 81 lines']);
  expect(longParts('a.ts', `${reason}export function a() ${body(81)}\n`)).toEqual([]);
  expect(
    longParts('a.ts', `/**\n * Makes it.\n * Long: the inner functions share what this says\n */\nfunction a() ${body(81)}\n`),
  ).toEqual([]);
  expect(longParts('a.ts', `${reason}\nexport function a() ${body(81)}\n`)).toHaveLength(1);
  expect(longParts('a.ts', `${reason}call();\nexport function a() ${body(81)}\n`)).toHaveLength(1);
  expect(longParts('a.ts', `// Long: so\nexport function a() ${body(81)}\n`)).toHaveLength(1);
  // A reason for a factory does not apply to its inner functions.
  expect(longParts('a.ts', `${reason}function a() {\n  function b() ${body(81)}\n}\n`)).toEqual(['a.ts:3: a function of 81 lines']);
});

test('a long file is found, and its reason counts only on the first line', () => {
  const calls = 'call();\n'.repeat(400);
  expect(longParts('a.ts', calls)).toEqual([]);
  expect(longParts('a.ts', `call();\n${calls}`)).toEqual(['a.ts: 401 lines']);
  expect(longParts('a.ts', `// Long file: a table that is read from above to below\n${calls}`)).toEqual([]);
  expect(longParts('a.ts', `${calls}// Long file: a table that is read from above to below\n`)).toEqual(['a.ts: 401 lines']);
});

const TEXT = /\.(ts|tsx|css|html|c|h|mjs|json|md|proto|sh)$|\.ci\/run$/;
const files = repositoryFiles().filter((file) => TEXT.test(file) && !/package-lock\.json|\/generated\/|^fixtures\//.test(file));

test('text files are tidy: no tabs, no trailing blanks, no invisible characters, a final newline', () => {
  const untidy = files.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const faults = [
      /\t/.test(text) && 'a tab',
      /[ \t]+$/m.test(text) && !file.endsWith('.md') && 'trailing blanks',
      /[\u200B-\u200F\u2028-\u202E\u2060\uFEFF]/.test(text) && 'an invisible character',
      text !== '' && !text.endsWith('\n') && 'no final newline',
    ].filter(Boolean);
    return faults.map((fault) => `${file}: ${String(fault)}`);
  });
  expect(untidy).toEqual([]);
});

/**
 * Endless CSS animations, `file name`, with the state that ends each. An animation that runs forever makes the compositor draw sixty
 * pictures a second beside the video: a blinking dot cost 0.22 of a core.
 */
const ENDLESS: Readonly<Record<string, string>> = {
  'src/features/frames/panel.module.css turn': 'the spinner of a frame that loads',
  'src/features/gift-effects/panel.module.css turn': 'the rays of a large gift, taken away with it',
  'src/features/gift-effects/panel.module.css fly': 'the sparks of a large gift, taken away with it',
  'src/ui/chat/Chat.module.css turn': 'the spinner of an own line that waits for its echo',
  'src/ui/overlays/Modal.module.css wait': 'placeholder of a dialog whose content is loading',
  'src/ui/lobby/Rooms.module.css wait': 'the places of rooms while their list is fetched',
  'src/ui/overlays/Notices.module.css blink': 'a service that is being restarted',
  'src/ui/stage/Stage.module.css breathe': 'the mark while the room starts',
  'src/ui/stage/Stage.module.css turn': 'the spinner while a picture is waited for',
};

const sources = repositoryFiles().filter((file) => /^src\/(ui|features|playground|player-page)\/.*\.(css|tsx?)$/.test(file));

test('each endless animation is listed with the temporary state to which it belongs', () => {
  const found = sources
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/animation(?:-name|-iteration-count)?:([^;}]*\binfinite\b[^;}]*)/g)].flatMap(([, value]) =>
        value!.split(/,(?![^(]*\))/).map((one) => `${file} ${/^\s*([\w-]+)/.exec(one)?.[1] ?? ''}`),
      ),
    );
  expect(found.toSorted()).toEqual(Object.keys(ENDLESS).toSorted());
});

test('scripts start no endless animation', () => {
  const endless = sources.filter(
    (file) => !file.endsWith('.css') && /iterations:\s*(Number\.)?(POSITIVE_)?I(nfinity|NFINITY)/.test(readFileSync(file, 'utf8')),
  );
  expect(endless).toEqual([]);
});

/** Non-type imports: `import … from 'name'`, `export … from 'name'` and `import('name')`. */
const IMPORT = /\b(?:import|export)\s+(?!type\b)(?:[^'"()]*?\sfrom\s+)?'([^'.][^']*)'|\bimport\(\s*'([^'.][^']*)'/g;

const importedBy = (folder: RegExp): string[] => {
  const files = repositoryFiles().filter((file) => folder.test(file) && /\.tsx?$/.test(file) && !file.includes('/generated/'));
  const names = files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? ''));
  return [...new Set(names)].filter((name) => !/^(?:node:|#)/.test(name)).toSorted();
};

test('every dependency that the page or a worker imports is bundled before the first page, so that no page reloads itself', () => {
  // The JSX runtime is imported by the compiler.
  const imported = [...importedBy(/^src\/(?!wasm\/|player\/(?:tests|packing|streams)\/)/), 'react/jsx-dev-runtime'];
  expect(imported.toSorted()).toEqual([...ROOM_DEPENDENCIES].toSorted());
});

// Commands work on every system: Windows has no shell of Unix, and its npm is a script.

const START = /\b(?:spawn|spawnSync|execFile|execFileSync)\(\s*'(npm|npx|sh|bash)[' ]/g;

test('npm is started by runNpm alone, and nothing by a shell of Unix', () => {
  const starts = repositoryFiles()
    .filter((file) => /^(?:scripts|benchmarks|tests|src\/wasm)\/.*\.(?:ts|mjs)$/.test(file))
    .flatMap((file) => [...readFileSync(join(ROOT, file), 'utf8').matchAll(START)].map(([, program]) => `${file}: ${program}`));
  expect(starts).toEqual([]);
});

// The subject of each commit fits a line of a log.

/** The last commit before this rule. */
const BEFORE = 'b977a143a678795a6fbf371c122e9a7bd4d351e6';
const MAX_SUBJECT_CHARS = 72;

function subjects(): readonly string[] {
  const range = ['log', '--no-merges', '--format=%s', `${BEFORE}..HEAD`];
  const { status, stdout } = spawnSync('git', range, { cwd: ROOT, encoding: 'utf8' });
  // A copy without the history has nothing to check.
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : [];
}

test('the subject of a commit has at most 72 characters and is not a note to oneself', () => {
  expect(subjects().filter((subject) => subject.length > MAX_SUBJECT_CHARS || /^(?:wip|fixup!|squash!)/i.test(subject))).toEqual([]);
});
