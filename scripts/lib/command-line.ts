/**
 * Common part of the command-line tools: one parser, validated values, one-line errors, exit codes, progress with the remaining time. Exit
 * code 0: done. 1: done with findings. 2: not run (a bad argument, a missing file, nothing that matches).
 */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { cac } from 'cac';

export const EXIT = { DONE: 0, WRONG: 1, NOTHING_DONE: 2 } as const;

/** A mistake of the user; only its message is printed. */
export class UsageError extends Error {}

/** An option: its spelling for the parser, its help text, and the conversion of its value. */
export interface Option<T> {
  /** `--cases <number>`, `--json`, `--only [text]` */
  readonly usage: string;
  readonly about: string;
  readonly read: (given: unknown, name: string) => T;
}

const text = (given: unknown, name: string): string => {
  if (Array.isArray(given)) throw new UsageError(`--${name} is given ${given.length} times`);
  if (given === true || given === '') throw new UsageError(`--${name} needs a value`);
  return `${given as string | number}`;
};

export const flag = (about: string): Omit<Option<boolean>, 'usage'> & { readonly usage: '' } => ({
  usage: '',
  about,
  read: (given, name) => {
    if (given === undefined) return false;
    if (typeof given !== 'boolean') throw new UsageError(`--${name} takes no value`);
    return given;
  },
});

export const integer = (about: string, fallback: number, min: number, max: number): Option<number> => ({
  usage: '<number>',
  about: `${about} (${fallback})`,
  read: (given, name) => {
    if (given === undefined) return fallback;
    const word = text(given, name);
    const value = Number(word);
    if (Number.isInteger(value) && value >= min && value <= max) return value;
    throw new UsageError(`--${name} ${word} is not a whole number from ${min} to ${max}`);
  },
});

export const oneOf = <const Value extends string>(about: string, values: readonly Value[]): Option<Value | undefined> => ({
  usage: '<name>',
  about: `${about}: ${values.join(', ')}`,
  read: (given, name) => (given === undefined ? undefined : pick(text(given, name), name, values)),
});

/** Names separated by commas. */
export const someOf = <const Value extends string>(about: string, values: readonly Value[]): Option<readonly Value[]> => ({
  usage: '<names>',
  about: `${about}, with commas between: ${values.join(',')}`,
  read: (given, name) =>
    given === undefined
      ? values
      : text(given, name)
          .split(',')
          .map((one) => pick(one, name, values)),
});

function pick<Value extends string>(given: string, name: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === given);
  if (found === undefined) throw new UsageError(`--${name} ${given} is none of ${values.join(', ')}`);
  return found;
}

export const integers = (about: string, fallback: readonly number[], min: number, max: number): Option<readonly number[]> => ({
  usage: '<numbers>',
  about: `${about}, with commas between (${fallback.join(',')})`,
  read: (given, name) =>
    given === undefined
      ? fallback
      : text(given, name)
          .split(',')
          .map((one) => integer('', min, min, max).read(one, name)),
});

export const anyText = (about: string): Option<string | undefined> => ({
  usage: '<text>',
  about,
  read: (given, name) => (given === undefined ? undefined : text(given, name)),
});

/** A file that must exist. */
export const file = (about: string): Option<string | undefined> => ({
  usage: '<file>',
  about,
  read: (given, name) => (given === undefined ? undefined : requireFile(text(given, name))),
});

export const folder = (about: string): Option<string | undefined> => ({
  usage: '<folder>',
  about,
  read: (given, name) => (given === undefined ? undefined : requireFolder(text(given, name))),
});

/** A folder that is made if it does not exist. */
export const outputFolder = (about: string): Option<string | undefined> => ({
  usage: '<folder>',
  about,
  read: (given, name) => {
    const path = given === undefined ? undefined : text(given, name);
    return path === undefined || !existsSync(path) ? path : requireFolder(path);
  },
});

export const outputFile = (about: string): Option<string | undefined> => ({ ...anyText(about), usage: '<file>' });

export function requireFile(path: string): string {
  if (!existsSync(path)) throw new UsageError(`${path}: no such file`);
  if (statSync(path).isDirectory()) throw new UsageError(`${path} is a folder, not a file`);
  return path;
}

export function requireFolder(path: string): string {
  if (!existsSync(path)) throw new UsageError(`${path}: no such folder`);
  if (!statSync(path).isDirectory()) throw new UsageError(`${path} is a file, not a folder`);
  return path;
}

/** For a tool without options. */
export type NoOptions = Readonly<Record<string, never>>;
type Options = Readonly<Record<string, Option<unknown>>>;
export type ValuesOf<Given extends Options> = { readonly [Name in keyof Given]: ReturnType<Given[Name]['read']> };

export interface Tool<Given extends Options> {
  /** As typed: `npm run wasm -- decode`. */
  readonly name: string;
  /** Arguments after the name, for the help: `[file]`, `[...folders]`. */
  readonly takes: string;
  readonly about: string;
  /** By their names as typed, without the leading dashes. */
  readonly options: Given;
  /** Maximum number of arguments that are not options. */
  readonly wordsMax: number;
  readonly examples?: readonly string[];
  /** The exit code. */
  run(values: ValuesOf<Given>, words: readonly string[]): Promise<number> | number;
}

const camel = (name: string): string => name.replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** `url`: `import.meta.url` of a file. True if Node was started with this file, whose path may contain links. */
export function isMain(url: string): boolean {
  const [, started = ''] = process.argv;
  return existsSync(started) && pathToFileURL(realpathSync(started)).href === url;
}

/** Parses `args`, prints the help or a one-line error, or runs the tool; returns the exit code. */
export async function runTool<Given extends Options>(tool: Tool<Given>, args: readonly string[]): Promise<number> {
  try {
    const words = parse(tool, args);
    return words === 'help' ? EXIT.DONE : await tool.run(words.values, words.words);
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    console.error(`${problem}\n${tool.name} --help says what there is`);
    return EXIT.NOTHING_DONE;
  }
}

/** Codes of a file or folder that the machine does not let a tool read or write, and of a pipe whose reader has ended. */
const DENIED: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EPIPE'];

/** A sentence for the user; undefined: an error of the tool itself. */
function problemOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const program = missingProgram(error);
  if (program !== undefined) return `${program} is not installed`;
  const isExpected = error instanceof UsageError || error.name === 'CACError' || DENIED.includes(Reflect.get(error, 'code'));
  return isExpected ? error.message : undefined;
}

/** The program that could not be started because the machine does not have it; undefined: another error. */
export function missingProgram(error: unknown): string | undefined {
  const { code, syscall = '' } = error as Partial<NodeJS.ErrnoException>;
  return code === 'ENOENT' ? /^spawn(?:Sync)? (.+)$/.exec(syscall)?.[1] : undefined;
}

function parse<Given extends Options>(
  tool: Tool<Given>,
  args: readonly string[],
): 'help' | { readonly values: ValuesOf<Given>; readonly words: readonly string[] } {
  const cli = cac(tool.name);
  const command = cli.command(tool.takes, tool.about);
  for (const [name, option] of Object.entries(tool.options)) command.option(`--${name} ${option.usage}`.trim(), option.about);
  for (const example of tool.examples ?? []) command.example(example);
  command.usage(`${tool.takes} [options]\n\n  ${tool.about.replaceAll('\n', '\n  ')}`);
  cli.help((sections) => sections.filter(({ title }) => title !== 'Commands' && !title?.startsWith('For more info')));
  const { args: parsed, options } = cli.parse(['', '', ...joinDashes(args)], { run: false });
  if (options['help'] === true || options['h'] === true) return 'help';
  command.checkUnknownOptions();
  const words = parsed.map((word) => (word === DASH ? '-' : word));
  if (words.length > tool.wordsMax) throw new UsageError(`${words.slice(tool.wordsMax).join(' ')}: one argument too many`);
  const values = Object.fromEntries(
    Object.entries(tool.options).map(([name, option]) => [name, option.read(options[camel(name)], name)]),
  ) as ValuesOf<Given>;
  return { values, words };
}

/** A lone dash is standard input or output; the parser would read it as an option without a name. */
const DASH = '\u0000-';
const joinDashes = (args: readonly string[]): string[] =>
  args.flatMap((arg, at) => {
    const isValue = (index: number): boolean => args[index] === '-' && /^--[^=]+$/.test(args[index - 1] ?? '');
    if (isValue(at)) return [];
    if (isValue(at + 1)) return [`${arg}=-`];
    return [arg === '-' ? DASH : arg];
  });

/** Interval of progress lines: a terminal's line is overwritten often, a file or a pipe gets a new line rarely. */
const TERMINAL_EVERY_MS = 200;
const PLAIN_EVERY_MS = 10_000;

export interface Progress {
  /** Number of finished parts. */
  at(done: number, what?: string): void;
  end(): void;
}

/** `12 of 300, 4 %, 3 min left: what`, on standard error, so that the output stays clean. */
export function startProgress(
  total: number,
  nowMs: () => number = () => performance.now(),
  to: NodeJS.WriteStream = process.stderr,
): Progress {
  const startedMs = nowMs();
  let shownMs = startedMs;
  const isTerminal = to.isTTY;
  return {
    at(done, what = '') {
      const now = nowMs();
      if (now - shownMs < (isTerminal ? TERMINAL_EVERY_MS : PLAIN_EVERY_MS)) return;
      shownMs = now;
      const line = progressLine(done, total, now - startedMs, what);
      to.write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end() {
      if (isTerminal) to.write('\r\u001b[K');
    },
  };
}

function progressLine(done: number, total: number, elapsedMs: number, what: string): string {
  const share = total === 0 ? 1 : done / total;
  const left = share > 0 ? `, ${duration((elapsedMs / share) * (1 - share))} left` : '';
  return `${done} of ${total}, ${Math.floor(share * 100)} %${left}${what === '' ? '' : `: ${what}`}`;
}

export function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 100) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 100 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
