/** The contract of `docs/api` as data: its operations, its sentences, and validation of values. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import protobuf from 'protobufjs';
import { ROOT } from '../lib/tool.ts';

// A value that matches a schema of the contract, for the calls of a check.

/** Texts for patterns: the first match is used. */
const TEXTS = [
  'abc',
  'https://a.example/x',
  'https://a.example',
  'webrtc://a.example/x',
  'rtmp://a.example/x',
  'data:image/png;base64,',
  '1x1',
  '1',
  '1 painted, 0 dropped',
  'decode 1 ms',
  '0123abcd[',
] as const;

/** Follows a reference. */
export const resolve = (schema: Fields): Fields => {
  const ref = schema['$ref'];
  return typeof ref === 'string' ? { ...resolve(contract().schemaAt(ref.slice(1))), ...schema, $ref: undefined } : schema;
};
export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
export const typeOf = ({ type }: Fields): unknown => (Array.isArray(type) ? type[0] : type);

/** A schema without references, with `allOf` merged and the first of its alternatives chosen. */
export function flat(given: Fields): Fields {
  const schema = resolve(given);
  const parts = listOf(schema['allOf']).map(flat);
  const [first] = [...listOf(schema['oneOf']), ...listOf(schema['anyOf'])];
  const all = [...parts, ...(first === undefined ? [] : [flat(first)])];
  if (all.length === 0) return schema;
  return {
    ...Object.assign({}, ...all),
    ...schema,
    properties: Object.assign({}, ...all.map((one) => fieldsOf(one['properties'])), fieldsOf(schema['properties'])),
  };
}

/** A value with every field of the schema. */
export function sampleOf(given: Fields): unknown {
  const schema = flat(given);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return Math.max(1, Number(schema['minimum'] ?? 0));
    case 'boolean':
      return true;
    case 'array':
      return 'items' in schema ? [sampleOf(fieldsOf(schema['items']))] : [];
    case 'string': {
      const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : /^/;
      const text = TEXTS.find((one) => pattern.test(one) && (schema['format'] !== 'uri' || one.includes('://')));
      if (text === undefined) throw new Error(`no text for ${String(schema['pattern'])}`);
      return text;
    }
    default:
      return Object.fromEntries(Object.entries(fieldsOf(schema['properties'])).map(([name, one]) => [name, sampleOf(fieldsOf(one))]));
  }
}

// The socket's .proto files as data: for the contract's list, its checks of contents, and its page.

const RECEIVED = 'src/wire/proto/received';
const SENT = 'src/wire/proto/sent';

interface ProtoMessage {
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
  const files = family === 'sent' ? protosIn(SENT) : family === 'core' ? protosIn(RECEIVED) : [`src/wire/families/${family}.proto`];
  const messages = load(files);
  loaded.set(family, messages);
  return messages;
}

export function protoMessage(family: string, name: string): ProtoMessage {
  const found = protosOf(family).get(name);
  if (found === undefined) throw new Error(`${family} has no message ${name}`);
  return found;
}

export const OPENAPI = 'docs/api/openapi.yaml';
export const ASYNCAPI = 'docs/api/asyncapi.yaml';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description: string;
  readonly schema: object;
}
export interface Code {
  readonly code: number | string;
  readonly room: string;
}
export interface RoomLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly cookies: 'include' | 'same-origin';
}
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** `/live/room/{roomId}/info` */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly codes: readonly Code[];
  readonly limits: RoomLimits | null;
  readonly report: 'one' | 'list' | 'signed' | null;
  readonly isOptional: boolean;
  readonly needsLogin: boolean;
  /** Media type and schema of the request body; null: no body. */
  readonly body: { readonly type: string; readonly pointer: string } | null;
  readonly answers: readonly { readonly status: number; readonly description: string; readonly pointer: string | null }[];
  /** Schemas of the fields of a feature's calls, by feature and verb. */
  readonly features: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, object>>>>>>;
}

export interface MessageEntry {
  readonly name: string;
  readonly command: number | null;
  readonly direction: 'send' | 'receive';
  readonly family: string;
  readonly proto: string;
  readonly file: string;
  readonly maxBytes: number | null;
  readonly summary: string;
}

export interface Contract {
  readonly openapi: Fields;
  readonly asyncapi: Fields;
  readonly operations: readonly Operation[];
  readonly messages: readonly MessageEntry[];
  /** Sentences of both documents by the name of their check. */
  readonly rules: ReadonlyMap<string, string>;
  /** Finds `{live}/room/1001/info` or `/live/room/1001/info`; null: the contract has no such call. */
  find(method: string, path: string): Operation | null;
  operation(id: string): Operation;
  /** Violations of a value, by the schema at a pointer of openapi.yaml; empty if valid. */
  problems(pointer: string, value: unknown): readonly string[];
  /** The same for an answer of an operation. */
  answerProblems(operation: Operation, status: number, value: unknown): readonly string[];
  /** A schema with its top-level references resolved. */
  schemaAt(pointer: string): Fields;
}

export type Fields = Readonly<Record<string, unknown>>;
export const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const escaped = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
const MAX_PROBLEMS = 5;

let read: Contract | undefined;
/** Cached: the contract does not change while a process runs. */
export const contract = (): Contract => (read ??= readContract());

const readYaml = (path: string): Fields => fieldsOf(parse(readFileSync(join(ROOT, path), 'utf8')));

function readContract(): Contract {
  const [openapi, asyncapi] = [readYaml(OPENAPI), readYaml(ASYNCAPI)];
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allowUnionTypes: true, allErrors: true });
  ajv.addSchema({ ...openapi, $id: 'contract' });
  const validators = new Map<string, ValidateFunction>();
  const at = (pointer: string): Fields =>
    fieldsOf(
      pointer
        .split('/')
        .slice(1)
        .reduce<unknown>((value, part) => fieldsOf(value)[part.replaceAll('~1', '/').replaceAll('~0', '~')], openapi),
    );
  const schemaAt = (pointer: string): Fields => {
    const found = at(pointer);
    return typeof found['$ref'] === 'string' ? { ...schemaAt(found['$ref'].slice(1)), ...found } : found;
  };
  const problems = (pointer: string, value: unknown): readonly string[] => {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `contract#${encodeURI(pointer)}` });
    validators.set(pointer, known);
    if (known(value)) return [];
    return (known.errors ?? [])
      .slice(0, MAX_PROBLEMS)
      .map(({ instancePath, message, params }) => `${instancePath || '/'} ${message ?? ''} ${JSON.stringify(params)}`.slice(0, 200));
  };
  const operations = Object.entries(fieldsOf(openapi['paths'])).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) =>
      method in fieldsOf(item) ? [readOperation(at, resolved(at), path, method, fieldsOf(item))] : [],
    ),
  );
  return {
    openapi,
    asyncapi,
    operations,
    messages: readMessages(asyncapi),
    rules: new Map(
      [openapi, asyncapi].flatMap((document) => Object.entries(fieldsOf(document['x-rules'])).map(([k, v]) => [k, textOf(v)])),
    ),
    find(method, path) {
      const parts = path.replace(/^\{(\w+)\}/, '/$1').split('/');
      return operations.find((one) => one.method === method && matches(one.path.split('/'), parts)) ?? null;
    },
    operation(id) {
      const found = operations.find((one) => one.id === id);
      if (found === undefined) throw new Error(`${OPENAPI} has no operation ${id}`);
      return found;
    },
    problems,
    answerProblems({ answers, id }, status, value) {
      const answer = answers.find((one) => one.status === status);
      if (answer === undefined) return [`${id}: status ${status} is not one of ${answers.map((one) => one.status).join(', ')}`];
      return answer.pointer === null ? [] : problems(answer.pointer, value);
    },
    schemaAt,
  };
}

const matches = (wanted: readonly string[], given: readonly string[]): boolean =>
  wanted.length === given.length && wanted.every((part, i) => part.startsWith('{') || part === given[i] || given[i] === '*');

/** Follows references and returns the final location. */
const resolved =
  (at: (pointer: string) => Fields) =>
  (pointer: string): { readonly pointer: string; readonly fields: Fields } => {
    const fields = at(pointer);
    return typeof fields['$ref'] === 'string' ? resolved(at)(fields['$ref'].slice(1)) : { pointer, fields };
  };

function readOperation(
  at: (pointer: string) => Fields,
  resolve: ReturnType<typeof resolved>,
  path: string,
  method: 'get' | 'post',
  item: Fields,
): Operation {
  const base = `/paths/${escaped(path)}`;
  const pointer = `${base}/${method}`;
  const operation = at(pointer);
  const listed = (where: string, value: unknown): readonly Parameter[] =>
    (Array.isArray(value) ? value : []).map((_parameter, i) => {
      const { fields } = resolve(`${where}/parameters/${i}`);
      return {
        name: textOf(fields['name']),
        in: fields['in'] === 'path' ? 'path' : 'query',
        required: fields['required'] === true,
        description: textOf(fields['description']),
        schema: fieldsOf(fields['schema']),
      };
    });
  const contentOf = (where: string): { readonly type: string; readonly pointer: string } | null => {
    const content = resolve(where);
    const [type] = Object.keys(fieldsOf(content.fields['content']));
    return type === undefined ? null : { type, pointer: `${content.pointer}/content/${escaped(type)}/schema` };
  };
  const limits = operation['x-room'];
  const report = operation['x-report'];
  return {
    id: textOf(operation['operationId']),
    method: method === 'get' ? 'GET' : 'POST',
    path,
    summary: textOf(operation['summary']),
    description: textOf(operation['description']),
    parameters: [...listed(base, item['parameters']), ...listed(pointer, operation['parameters'])],
    codes: (operation['x-codes'] ?? []) as readonly Code[],
    limits: limits === undefined ? null : (limits as RoomLimits),
    report: report === 'one' || report === 'list' || report === 'signed' ? report : null,
    isOptional: operation['x-optional'] === true,
    needsLogin: operation['x-login'] === true,
    body: 'requestBody' in operation ? contentOf(`${pointer}/requestBody`) : null,
    answers: Object.keys(fieldsOf(operation['responses'])).map((status) => {
      const where = `${pointer}/responses/${status}`;
      return {
        status: Number(status),
        description: textOf(resolve(where).fields['description']),
        pointer: contentOf(where)?.pointer ?? null,
      };
    }),
    features: fieldsOf(operation['x-features']) as Operation['features'],
  };
}

function readMessages(asyncapi: Fields): readonly MessageEntry[] {
  const all = fieldsOf(fieldsOf(asyncapi['components'])['messages']);
  return Object.entries(all).flatMap(([name, value]) => {
    const entry = fieldsOf(value);
    if (typeof entry['x-command'] !== 'number') return [];
    return [
      {
        name,
        command: entry['x-command'],
        direction: entry['x-direction'] === 'send' ? 'send' : 'receive',
        family: textOf(entry['x-family']),
        proto: textOf(entry['x-message']),
        file: textOf(entry['x-proto']),
        maxBytes: typeof entry['x-max-bytes'] === 'number' ? entry['x-max-bytes'] : null,
        summary: textOf(entry['summary']),
      } satisfies MessageEntry,
    ];
  });
}
