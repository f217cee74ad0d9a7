/**
 * `npm run proto`: generates the code that reads messages from the .proto files.
 *
 *   src/wire/proto/received/*.proto      -> src/wire/generated/         loaded by every room at the start
 *   src/wire/proto/sent/*.proto          -> src/wire/generated/sent.ts  the commands, as tables of their fields
 *   src/wire/families/{name}/messages.proto and
 *   src/features/{name}/messages.proto   -> generated/ beside it        loaded for the first message of the family
 *
 * `bodies.ts` contains interfaces, `codec.ts` one schema per message: a table of its fields and a reader of its bytes.
 */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';
import * as prettier from 'prettier';
import { EXIT, flag, runTool, type Tool } from '../src/wasm/cli/command-line.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const CORE = 'src/wire/generated';
const BANNER = '// Made by `npm run proto` from the .proto files. Not edited by hand.\n';

interface Family {
  readonly protos: readonly string[];
  /** Folder of the generated files. */
  readonly out: string;
}

interface Field {
  readonly name: string;
  readonly number: number;
  readonly type: string;
  readonly isList: boolean;
  readonly isOptional: boolean;
}

interface Message {
  readonly name: string;
  /** From the repository's root. */
  readonly file: string;
  readonly fields: readonly Field[];
}

const SCALARS: Readonly<Record<string, 'number' | 'flag' | 'text' | 'bytes'>> = {
  int32: 'number',
  int64: 'number',
  uint32: 'number',
  uint64: 'number',
  bool: 'flag',
  string: 'text',
  bytes: 'bytes',
};
const TYPESCRIPT = { number: 'number', flag: 'boolean', text: 'string', bytes: 'Uint8Array' } as const;
const EMPTY = { number: '0', flag: 'false', text: "''", bytes: 'NO_BYTES' } as const;
const isScalar = (type: string): type is keyof typeof TYPESCRIPT => type in TYPESCRIPT;
/** The envelope's texts are ids, compared and returned but never shown, so they are not cleaned. */
const UNCLEANED = new Set(['Envelope']);

const protosIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.proto'))
    .toSorted()
    .map((name) => `${folder}/${name}`);

function familiesIn(folder: string): Family[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder))
    .toSorted()
    .filter((name) => existsSync(join(ROOT, folder, name, 'messages.proto')))
    .map((name) => ({ protos: [`${folder}/${name}/messages.proto`], out: `${folder}/${name}/generated` }));
}

/** `import "user.proto"` always means the core's file. */
function load(protos: readonly string[]): Message[] {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) =>
    target.includes('/') ? join(ROOT, relative(ROOT, target)) : join(ROOT, 'src/wire/proto/received', target);
  root.loadSync(
    protos.map((path) => join(ROOT, path)),
    { keepCase: true },
  );
  return root.nestedArray.map((nested) => {
    if (!(nested instanceof protobuf.Type)) throw new Error(`${nested.name}: only messages are expected at the top level`);
    return {
      name: nested.name,
      file: relative(ROOT, nested.filename ?? ''),
      fields: nested.fieldsArray.map((field) => fieldOf(nested, field)),
    };
  });
}

function fieldOf(message: protobuf.Type, field: protobuf.Field): Field {
  const type = SCALARS[field.type] ?? field.type;
  if (!isScalar(type) && !/^[A-Z]/.test(type))
    throw new Error(`${message.name}.${field.name}: ${field.type} has no reader in src/wire/reader.ts`);
  return {
    name: field.name,
    number: field.id,
    type,
    isList: field.repeated,
    isOptional: field.options?.['proto3_optional'] === true,
  };
}

const typeOf = ({ type, isList }: Field): string => {
  const one = isScalar(type) ? TYPESCRIPT[type] : type;
  return isList ? `readonly ${one}[]` : isScalar(type) ? one : `${one} | null`;
};

const interfaceOf = ({ name, fields }: Message): string =>
  `export interface ${name} {\n${fields.map((field) => `readonly ${field.name}${field.isOptional ? '?' : ''}: ${typeOf(field)};\n`).join('')}}\n`;

const namesIn = (messages: readonly Message[]): ReadonlySet<string> =>
  new Set(messages.flatMap(({ fields }) => fields.map(({ type }) => type).filter((type) => !isScalar(type))));

const importOf = (kind: 'import' | 'import type', names: readonly string[], from: string): string =>
  names.length === 0 ? '' : `${kind} { ${names.join(', ')} } from '${from}';\n`;

const pathTo = (out: string, target: string): string => {
  const path = relative(join(ROOT, out), join(ROOT, target));
  return path.startsWith('.') ? path : `./${path}`;
};

function bodies(own: readonly Message[], foreign: readonly string[], out: string): string {
  const all = `/** By name, for the rows of the registry. */\nexport interface Bodies {\n${own.map(({ name }) => `readonly ${name}: ${name};\n`).join('')}}\n`;
  return `${importOf('import type', foreign, pathTo(out, `${CORE}/bodies.ts`))}${own.map(interfaceOf).join('')}${all}`;
}

const tableOf = ({ fields }: Message): string =>
  `{${fields.map(({ name, number, type, isList }) => `${name}: ${isList ? 'list' : 'field'}(${number}, ${isScalar(type) ? `'${type}'` : type}),\n`).join('')}}`;

/**
 * Writers emit fields in the order of their numbers, so each field is tested after the previous one: a message in order is read in one
 * iteration of the loop, any other in several. Without `eval` this with one object literal is the fastest way, because an engine gives
 * every message of a kind the same layout.
 */
function readerOf({ name, fields }: Message): string {
  const start = fields.map(({ name: field, type, isList }) => {
    const value = isList ? '[]' : isScalar(type) ? EMPTY[type] : 'null';
    const annotation = isList
      ? `: ${isScalar(type) ? TYPESCRIPT[type] : `body.${type}`}[]`
      : type === 'bytes'
        ? ': Uint8Array'
        : isScalar(type)
          ? ''
          : `: body.${type} | null`;
    return `${isList ? 'const' : 'let'} ${field}${annotation} = ${value};\n`;
  });
  const steps = fields.toSorted((a, b) => a.number - b.number).map((field) => stepOf(name, field));
  const result = `return { ${fields.map((field) => field.name).join(', ')} };`;
  return `read(r) {\n${start.join('')}let tag = r.tag();\nwhile (tag !== 0) {\nconst at = r.pos;\n${steps.join('')}if (r.pos === at) {\nr.skip(tag);\ntag = r.tag();\n}\n}\n${result}\n}`;
}

function stepOf(message: string, { name, number, type, isList }: Field): string {
  const varint = number * 8;
  const bytes = number * 8 + 2;
  const read = {
    number: 'r.int()',
    flag: 'r.bool()',
    text: UNCLEANED.has(message) ? 'r.rawText()' : 'r.text()',
    bytes: 'r.bytes()',
  };
  if (isList && type === 'number')
    return `while (tag === ${varint} || tag === ${bytes}) {\nr.packed(tag, ${name}, MAX_LIST_ITEMS);\ntag = r.tag();\n}\n`;
  if (isList && type === 'flag') throw new Error(`${message}.${name}: a list of flags has no reader`);
  const value = isScalar(type) ? read[type] : `r.message(${type})`;
  const tag = type === 'number' || type === 'flag' ? varint : bytes;
  if (!isList) return `if (tag === ${tag}) {\n${name} = ${value};\ntag = r.tag();\n}\n`;
  return `while (tag === ${tag}) {\nif (${name}.length >= MAX_LIST_ITEMS) throw tooMany('${message}.${name}');\n${name}.push(${value});\ntag = r.tag();\n}\n`;
}

/** A schema refers to the schemas that it contains, so they come first. */
function ordered(messages: readonly Message[]): Message[] {
  const done: Message[] = [];
  const add = (message: Message): void => {
    if (done.includes(message)) return;
    for (const { type } of message.fields) {
      const inner = messages.find(({ name }) => name === type);
      if (inner !== undefined) add(inner);
    }
    done.push(message);
  };
  for (const message of messages) add(message);
  return done;
}

/** Matches `body.Guard`, but not the start of `body.GuardUpdate`. */
const typeOfBody = (name: string): RegExp => new RegExp(`\\bbody\\.${name}\\b`, 'g');

function codec(own: readonly Message[], foreign: readonly string[], out: string): string {
  const all = ordered(own);
  const text = all
    .map(
      (message) =>
        `export const ${message.name}: Schema<body.${message.name}> = { name: '${message.name}', fields: ${tableOf(message)}, ${readerOf(message)} };\n`,
    )
    .join('');
  const tools = ['MAX_LIST_ITEMS', 'NO_BYTES', 'field', 'list', 'tooMany'].filter((name) => text.includes(name));
  const used = foreign.filter((name) => text.includes(`r.message(${name})`));
  // Foreign types are referred to through the bodies of this family.
  const types = foreign.reduce((rest, name) => rest.replaceAll(typeOfBody(name), name), text);
  const foreignTypes = foreign.filter((name) => new RegExp(`[:<] ?${name}\\b`).test(types) && types !== text);
  return (
    importOf('import', tools, pathTo(out, 'src/wire/schema.ts')).replace('import {', 'import { type Schema,') +
    `import type * as body from './bodies.ts';\n` +
    importOf('import', used, pathTo(out, `${CORE}/codec.ts`)) +
    importOf(
      'import type',
      foreignTypes.map((name) => `${name} as ${name}Body`),
      pathTo(out, `${CORE}/bodies.ts`),
    ) +
    foreign.reduce((rest, name) => rest.replaceAll(typeOfBody(name), `${name}Body`), text)
  );
}

function filesOf({ protos, out }: Family): (readonly [path: string, text: string])[] {
  const messages = load(protos);
  const own = messages.filter(({ file }) => protos.includes(file));
  const foreign = [...namesIn(own)].filter((name) => !own.some((message) => message.name === name)).toSorted();
  return [
    [`${out}/bodies.ts`, bodies(own, foreign, out)],
    [`${out}/codec.ts`, codec(own, foreign, out)],
  ];
}

/** Commands are encoded by their tables, which the mock also uses for decoding: no code per message. */
function sent(): readonly [path: string, text: string] {
  const tables = load(protosIn('src/wire/proto/sent')).map(
    (message) => `export const ${message.name} = { name: '${message.name}', fields: ${tableOf(message)} };\n`,
  );
  return [`${CORE}/sent.ts`, `import { field } from '../schema.ts';\n${tables.join('')}`];
}

const families: readonly Family[] = [
  { protos: protosIn('src/wire/proto/received'), out: CORE },
  ...familiesIn('src/wire/families'),
  ...familiesIn('src/features'),
];

async function generated(): Promise<(readonly [path: string, text: string])[]> {
  const style = await prettier.resolveConfig(join(ROOT, 'package.json'));
  return Promise.all(
    [...families.flatMap(filesOf), sent()].map(
      async ([path, text]) => [path, await prettier.format(BANNER + text, { ...style, parser: 'typescript' })] as const,
    ),
  );
}

const OPTIONS = { check: flag('says which of it is stale; nothing is written') } as const;

const PROTO: Tool<typeof OPTIONS> = {
  name: 'npm run proto --',
  takes: '',
  about: 'Makes the code that reads and writes messages from the .proto files.',
  options: OPTIONS,
  wordsMax: 0,
  async run({ check }) {
    const outputs = await generated();
    let stale = 0;
    for (const [path, text] of outputs) {
      const file = join(ROOT, path);
      if (!check) {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
        stale++;
        console.error(`${path} is stale: run \`npm run proto\``);
      }
    }
    console.log(check ? `${outputs.length - stale} of ${outputs.length} generated files are fresh` : `wrote ${outputs.length} files`);
    return stale === 0 ? EXIT.DONE : EXIT.WRONG;
  },
};

process.exitCode = await runTool(PROTO, process.argv.slice(2));
