/** The socket's .proto files as data: for the contract's list, its checks of contents, and its page. */
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import protobuf from 'protobufjs';
import { ROOT } from '../suite/tool.ts';

const RECEIVED = 'src/wire/proto/received';
const SENT = 'src/wire/proto/sent';

export interface ProtoMessage {
  readonly name: string;
  /** From the repository's root. */
  readonly file: string;
  readonly type: protobuf.Type;
}

const protosIn = (folder: string): readonly string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.proto'))
    .toSorted()
    .map((name) => `${folder}/${name}`);

const familyProto = (family: string): string =>
  ['src/wire/families', 'src/features']
    .map((folder) => `${folder}/${family}/messages.proto`)
    .find((path) => existsSync(join(ROOT, path))) ?? '';

function load(files: readonly string[]): ReadonlyMap<string, ProtoMessage> {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => (target.includes('/') ? join(ROOT, relative(ROOT, target)) : join(ROOT, RECEIVED, target));
  root.loadSync(
    files.map((path) => join(ROOT, path)),
    { keepCase: true, alternateCommentMode: true },
  );
  return new Map(
    root.nestedArray.flatMap((nested) =>
      nested instanceof protobuf.Type
        ? [[nested.name, { name: nested.name, file: relative(ROOT, nested.filename ?? ''), type: nested }]]
        : [],
    ),
  );
}

const loaded = new Map<string, ReadonlyMap<string, ProtoMessage>>();

/** `family`: `core`, the name of a push family, or `sent`. */
function protosOf(family: string): ReadonlyMap<string, ProtoMessage> {
  const known = loaded.get(family);
  if (known !== undefined) return known;
  const files = family === 'sent' ? protosIn(SENT) : family === 'core' ? protosIn(RECEIVED) : [familyProto(family)];
  const messages = load(files);
  loaded.set(family, messages);
  return messages;
}

export function protoMessage(family: string, name: string): ProtoMessage {
  const found = protosOf(family).get(name);
  if (found === undefined) throw new Error(`${family} has no message ${name}`);
  return found;
}
