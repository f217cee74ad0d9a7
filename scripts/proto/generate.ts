/** Generates the protobuf code of src/wire/generated with pbjs and pbts, the command-line tools of protobufjs. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import cli from 'protobufjs-cli';
import type { Plugin } from 'vite';
import { ROOT } from '../lib/tool.ts';

/** Generates the protobuf code before anything imports it: it is not committed. In development a changed .proto file generates it again. */
export function protoPlugin(): Plugin {
  return {
    name: 'footlight:proto',
    enforce: 'pre',
    async config() {
      await refresh();
    },
    configureServer(server) {
      server.watcher.on('change', (path) => {
        if (path.endsWith('.proto')) void refresh();
      });
    },
  };
}

const RECEIVED = 'src/wire/proto/received';
const SENT = 'src/wire/proto/sent';
export const GENERATED = join(ROOT, 'src/wire/generated');
const STAMP = 'stamp.txt';
const require = createRequire(import.meta.url);

const protosIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.proto'))
    .toSorted()
    .map((name) => `${folder}/${name}`);

const FAMILIES = 'src/wire/families';
/** .proto files by the name of their module. `core` has what a room needs from its first second. */
const families = (): readonly (readonly [name: string, protos: readonly string[]])[] => [
  ['core', protosIn(RECEIVED)],
  ...protosIn(FAMILIES).map((proto) => [basename(proto, '.proto'), [proto]] as const),
];

const allReceived = (): readonly string[] => families().flatMap(([, protos]) => protos);

/** The product decodes what it receives and encodes what it sends. The mock backend, the origin and the tests do the opposite (`mock-*`). */
const modules = (): readonly (readonly [name: string, protos: readonly string[], direction: Direction])[] => [
  ...families().map(([name, protos]) => [name, protos, 'decode'] as const),
  ['sent', protosIn(SENT), 'encode'],
  ['mock-received', allReceived(), 'encode'],
  ['mock-sent', protosIn(SENT), 'decode'],
];
type Direction = 'decode' | 'encode';

/** Changes with every input of the generated code. */
function stamp(): string {
  const hash = createHash('sha256').update(require('protobufjs-cli/package.json').version);
  for (const path of ['scripts/proto/generate.ts', ...allReceived(), ...protosIn(SENT)])
    hash.update(path).update(readFileSync(join(ROOT, path)));
  return hash.digest('hex');
}

export const isFresh = (): boolean => existsSync(join(GENERATED, STAMP)) && readFileSync(join(GENERATED, STAMP), 'utf8') === stamp();

/** `long` is switched off in src/wire/protobuf.ts: numbers of 64 bits are JavaScript numbers. */
const STATIC =
  '--target static-module --wrap esm --dependency ../protobuf.ts --force-number --no-create --no-verify --no-convert --no-delimited --no-typeurl --no-service';

/** pbjs keeps the names of fields, and of an imported file only the messages that are used. */
async function pbjs(args: string, protos: readonly string[]): Promise<string> {
  const run = promisify<string[], string | undefined>((all, done) => void cli.pbjs.main(all, done));
  const paths = protos.map((path) => join(ROOT, path));
  return (await run([...args.split(' '), '--keep-case', '--sparse', '--path', join(ROOT, RECEIVED), ...paths])) ?? '';
}

/** Static code and, for received messages, the table of fields with which JSON is checked and the header peek is made. */
async function moduleText(name: string, protos: readonly string[], direction: Direction): Promise<string> {
  const other = direction === 'decode' ? '--no-encode' : '--no-decode';
  const code = await pbjs(`${STATIC} --no-comments ${other} --root ${name}`, protos);
  if (direction === 'encode') return code;
  const { nested } = JSON.parse(await pbjs('--target json', protos)) as { nested: object };
  return `${code}\nexport const messages = ${JSON.stringify(nested)};\n`;
}

const DECLARATIONS: Readonly<Record<Direction, string>> = {
  decode: `import type { Decoders, MessageTables } from '../schema.ts';\ndeclare const decoders: Decoders;\nexport default decoders;\nexport const messages: MessageTables;\n`,
  encode: `declare const encoders: Readonly<Record<string, { encode(message: object): { finish(): Uint8Array<ArrayBuffer> } }>>;\nexport default encoders;\n`,
};

async function generate(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const [name, protos, direction] of modules()) {
    writeFileSync(join(folder, `${name}.js`), await moduleText(name, protos, direction));
    writeFileSync(join(folder, `${name}.d.ts`), DECLARATIONS[direction]);
  }
  const names = families().map(([name]) => name);
  // The list of families, once: with all code, and by loaders.
  writeFileSync(
    join(folder, 'all.js'),
    `${names.map((name) => `import * as ${name} from './${name}.js';\n`).join('')}export const families = { ${names.join(', ')} };\n`,
  );
  writeFileSync(
    join(folder, 'loaders.js'),
    `export const loaders = {\n${names.map((name) => (name === 'core' ? '' : `  ${name}: () => import('./${name}.js'),\n`)).join('')}};\n`,
  );
  const types = `import type { Generated } from '../schema.ts';\n`;
  writeFileSync(join(folder, 'all.d.ts'), `${types}export const families: Readonly<Record<string, Generated>>;\n`);
  writeFileSync(join(folder, 'loaders.d.ts'), `${types}export const loaders: Readonly<Record<string, () => Promise<Generated>>>;\n`);
  // types.d.ts has the interfaces of all received messages, for src/wire/body.ts.
  const out = join(folder, 'types.js');
  await pbjs(`${STATIC} --no-encode --no-decode --dts --out ${out}`, allReceived());
  rmSync(out);
}

/** Generates only if an input changed. Files are renamed into place, the stamp last, because two tools may do this at once. */
export async function refresh(): Promise<boolean> {
  if (isFresh()) return false;
  const folder = join(ROOT, `.cache/proto-${process.pid}`);
  await generate(folder);
  mkdirSync(GENERATED, { recursive: true });
  for (const name of readdirSync(folder)) renameSync(join(folder, name), join(GENERATED, name));
  writeFileSync(join(GENERATED, STAMP), stamp());
  rmSync(folder, { recursive: true });
  return true;
}
