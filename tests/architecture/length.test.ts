/**
 * A function has at most 80 lines and a file 400, or a reason: `// Long: <reason>` directly above the function (or in its doc comment), `//
 * Long file: <reason>` on the first line of the file, in a style sheet as its first comment. The decoder is a separate package with its own
 * rules (src/wasm).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { repositoryFiles } from '../../scripts/repository-files.ts';
import { ROOT } from '../../scripts/suite/tool.ts';

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
