/**
 * Makes src/workers/wire/generated/* from src/workers/wire/proto/*.proto. `npm run proto` writes, `npm run proto -- --check` compares and
 * fails when something is stale.
 *
 *   received.js          decoders of what the room receives        (production)
 *   sent.js              encoders of what the room sends           (production)
 *   received-encode.js   encoders of what the room receives        (mock and tests)
 *   sent-decode.js       decoders of what the room sends           (mock and tests)
 *   received-fields.ts   interfaces, and the table of fields that body.ts checks JSON with and makes plain objects by
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import protobuf from 'protobufjs';
import { main as pbjs } from 'protobufjs-cli/pbjs.js';

const WIRE = fileURLToPath(new URL('../src/workers/wire/', import.meta.url));
const BANNER = '// Made by `npm run proto` from src/workers/wire/proto. Not edited by hand.\n';
const NUMBERS = new Set(['int32', 'uint32', 'sint32', 'int64', 'uint64', 'sint64', 'fixed32', 'fixed64', 'double', 'float']);

type Folder = 'received' | 'sent';
type Direction = 'encode' | 'decode';

const files = (folder: Folder): string[] => {
  const root = join(WIRE, 'proto', folder);
  return readdirSync(root)
    .filter((name) => name.endsWith('.proto'))
    .toSorted()
    .map((name) => join(root, name));
};

async function code(folder: Folder, direction: Direction): Promise<string> {
  const flags = ['create', 'verify', 'convert', 'delimited', 'comments', 'typeurl', direction === 'encode' ? 'decode' : 'encode'];
  const args = ['-t', 'static-module', '-w', 'es6', '--es6', '--keep-case', '--force-number'];
  args.push('--dependency', '../protobuf.ts', '-r', `${folder}-${direction}`, ...flags.map((flag) => `--no-${flag}`), ...files(folder));
  const output = await new Promise<string>((resolve, reject) => {
    pbjs(args, (error, text) => (error === null && text !== undefined ? resolve(text) : reject(error ?? new Error('pbjs said nothing'))));
  });
  return BANNER + output;
}

interface Message {
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly type: string; readonly list: boolean; readonly optional: boolean }[];
}

function messages(folder: Folder): Message[] {
  const root = new protobuf.Root();
  root.loadSync(files(folder), { keepCase: true });
  return root.nestedArray.map((nested) => {
    if (!(nested instanceof protobuf.Type)) throw new Error(`${nested.name}: only messages are expected at the top level`);
    const fields = nested.fieldsArray.map((field) => ({
      name: field.name,
      type: scalar(field.type),
      list: field.repeated,
      optional: field.options?.['proto3_optional'] === true,
    }));
    return { name: nested.name, fields };
  });
}

function scalar(type: string): string {
  if (NUMBERS.has(type)) return 'number';
  if (type === 'bool') return 'boolean';
  if (type === 'bytes') return 'Uint8Array';
  return type;
}

const isMessage = (type: string): boolean => /^[A-Z]/.test(type) && type !== 'Uint8Array';

function fieldType(field: Message['fields'][number], direction: Direction): string {
  if (field.list) return `readonly ${field.type}[]`;
  return isMessage(field.type) && direction === 'decode' ? `${field.type} | null` : field.type;
}

const interfaces = (list: readonly Message[], suffix = ''): string =>
  list
    .map((message) => {
      const fields = message.fields.map(
        (field) => `  readonly ${field.name}${field.optional ? '?' : ''}: ${fieldType(field, 'decode')};\n`,
      );
      return `export interface ${message.name}${suffix} {\n${fields.join('')}}\n`;
    })
    .join('');

/** The plain bodies and the table that makes them; Envelope is read straight from its decoder. */
function fieldTable(list: readonly Message[]): string {
  const rows = list.map((message) => {
    const fields = message.fields.map((field) => `${field.name}: ${field.list ? `['${field.type}']` : `'${field.type}'`}`);
    return `  ${message.name}: { ${fields.join(', ')} },\n`;
  });
  return `${BANNER}${interfaces(list)}
/** Of each message, what its fields are: a scalar's name, a message's name, or a list of one of them. */
export const FIELDS = {\n${rows.join('')}} as const;
`;
}

const decoderTypes = (list: readonly Message[], from: string | null): string => {
  const own = from === null ? interfaces(list) : '';
  const names = list.map((message) => message.name);
  const imported = from === null ? '' : `import type * as body from '${from}';\n`;
  const prefix = from === null ? '' : 'body.';
  const lines = names.map((name) => `export const ${name}: { decode(bytes: Uint8Array): ${prefix}${name} };\n`);
  return BANNER + imported + own + lines.join('');
};

const encoderTypes = (list: readonly Message[], from: string | null): string => {
  const own = from === null ? interfaces(list) : '';
  const imported = from === null ? '' : `import type * as body from '${from}';\n`;
  const prefix = from === null ? '' : 'body.';
  const partial =
    'type Some<T> = T extends readonly (infer E)[] ? readonly Some<E>[] : T extends Uint8Array ? T : T extends object ? { readonly [K in keyof T]?: Some<T[K]> } : T;\n';
  const lines = list.map(
    (message) =>
      `export const ${message.name}: { encode(message: Some<${prefix}${message.name}>): { finish(): Uint8Array<ArrayBuffer> } };\n`,
  );
  return BANNER + imported + own + partial + lines.join('');
};

const received = messages('received');
const bodies = received.filter((message) => message.name !== 'Envelope');
const sent = messages('sent');

const outputs: readonly (readonly [name: string, text: string])[] = [
  ['received-fields.ts', fieldTable(bodies)],
  ['received.js', await code('received', 'decode')],
  ['received.d.ts', decoderTypes(received, null)],
  ['received-encode.js', await code('received', 'encode')],
  ['received-encode.d.ts', encoderTypes(received, './received.js')],
  ['sent.js', await code('sent', 'encode')],
  ['sent.d.ts', encoderTypes(sent, null)],
  ['sent-decode.js', await code('sent', 'decode')],
  ['sent-decode.d.ts', decoderTypes(sent, './sent.js')],
];

const check = process.argv.includes('--check');
let stale = 0;
for (const [name, text] of outputs) {
  const path = join(WIRE, 'generated', name);
  if (!check) writeFileSync(path, text);
  else if (readFileSync(path, 'utf8') !== text) {
    stale++;
    console.error(`${name} is stale: run \`npm run proto\``);
  }
}
console.log(check ? `${outputs.length - stale} of ${outputs.length} generated files are fresh` : `wrote ${outputs.length} files`);
process.exitCode = stale === 0 ? 0 : 1;
