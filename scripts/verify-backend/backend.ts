/** The backend under test: addresses of its services, test users, and a function for calls. */
import { fieldsOf, type Fields, type Operation, flat, sampleOf } from '../api/contract.ts';

export interface User {
  readonly userId: number;
  readonly token: string;
}
export const GUEST: User = { userId: 0, token: '' };

export interface VerifyOptions {
  /** Address of the page, or of the services alone. */
  readonly url: string;
  readonly roomId: number;
  /** Two viewers who can log in. */
  readonly users: readonly [User, User];
  /** Timeout of one answer in ms. */
  readonly waitMs: number;
  /** Lines are private to the two viewers unless this is true: visitors of the room then see them. */
  readonly isPublic?: boolean;
  /** Command that starts the service again. */
  readonly restart?: string;
  /** Names of the checks to run; absent: all. */
  readonly only?: readonly string[];
}

export interface Backend extends VerifyOptions {
  /** `http://host` of the page, the value of a browser's Origin header. */
  readonly origin: string;
  readonly places: Readonly<Record<string, string>>;
  /** null: there is no page at the address. */
  readonly page: { readonly status: number; readonly headers: Headers; readonly html: string } | null;
  readonly starId: number;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** undefined: neither JSON nor a callback with JSON. */
  readonly json: unknown;
}

export type Outcome =
  | { readonly type: 'passed'; readonly about?: string }
  | { readonly type: 'failed'; readonly why: string }
  | { readonly type: 'not offered'; readonly why: string };
export const passed = (about = ''): Outcome => ({ type: 'passed', about });
export const failed = (why: string): Outcome => ({ type: 'failed', why });
export const notOffered = (why: string): Outcome => ({ type: 'not offered', why });

export interface Check {
  /** Name of a rule or an operation of the contract. */
  readonly name: string;
  /** It opens or closes the connections of the others of its list, and runs with each of them. */
  readonly isAlways?: boolean;
  readonly run: (backend: Backend) => Promise<Outcome>;
}

const PLACES = ['secure', 'backup', 'game', 'live', 'log'] as const;
const SETTING = /<script[^>]*\sid="services"[^>]*>([^]*?)<\/script>/;
/** Pages and answers are smaller; a stream sent instead is not read to its end. */
const MAX_TEXT_BYTES = 4_194_304;

export async function openBackend(options: VerifyOptions): Promise<Backend> {
  const { origin, href, pathname } = new URL(options.url);
  const page = await get(href, options.waitMs);
  const setting = SETTING.exec(page.text)?.[1];
  // A page may have any path; the services of its origin are at /svc.
  const base = setting === undefined ? `${origin}${pathname}`.replace(/\/+$/, '') : origin;
  const given = fieldsOf(parsed(setting ?? ''));
  const places = Object.fromEntries(
    PLACES.map((place) => {
      const value = given[place];
      return [place, new URL(typeof value === 'string' ? value : `${base}/svc/${place}`, `${base}/`).href.replace(/\/+$/, '')];
    }),
  );
  const backend: Backend = { ...options, origin, places, starId: 0, page: page.status === 404 ? null : { ...page, html: page.text } };
  const info = await get(`${places['live']}/room/${options.roomId}/info`, options.waitMs).catch(() => null);
  const { starId } = fieldsOf(fieldsOf(fieldsOf(info?.json)['data'])['room']);
  return { ...backend, starId: typeof starId === 'number' ? starId : 0 };
}

export interface Ask {
  readonly user?: User;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly path?: Readonly<Record<string, string>>;
}

/** A call of the contract, with every parameter that it requires. */
export function ask(backend: Backend, operation: Operation, options: Ask = {}): Promise<Answer> {
  const { user = GUEST, body } = options;
  const own = valuesOf(backend, operation);
  const path = operation.path.replace(/\{(\w+)\}/g, (_all, name: string) => options.path?.[name] ?? own[name] ?? '');
  const query = new URLSearchParams({
    ...Object.fromEntries(
      operation.parameters.flatMap(({ name, in: where }) => (where === 'query' && name in own ? [[name, own[name]!]] : [])),
    ),
    ...options.query,
  });
  const [, place = '', ...rest] = path.split('/');
  const type = operation.body?.type;
  return get(`${backend.places[place]}/${rest.join('/')}${query.size > 0 ? `?${query.toString()}` : ''}`, backend.waitMs, {
    method: options.method ?? operation.method,
    headers: {
      origin: backend.origin,
      ...(user.userId > 0 && { cookie: `fx_userid=${user.userId}; fx_token=${user.token.replaceAll('%', '%25')}` }),
      ...(type !== undefined && body !== undefined && { 'content-type': type }),
      ...options.headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Values for required parameters: those of the room, else a sample. */
function valuesOf({ roomId, starId }: Backend, { parameters }: Operation): Readonly<Record<string, string>> {
  const known: Readonly<Record<string, string>> = { roomId: String(roomId), rid: String(roomId), starId: String(starId) };
  return Object.fromEntries(
    parameters.filter(({ required }) => required).map(({ name, schema }) => [name, known[name] ?? String(sampleOf(schema as Fields))]),
  );
}

/** A body with every field of the schema; fields of room and viewer have their values. */
export function bodyOf(backend: Backend, schema: Fields, user: User): Fields {
  const { roomId, starId } = backend;
  const own: Fields = { roomId, starId, userId: user.userId, token: user.token, appId: '' };
  const names = Object.keys(fieldsOf(flat(schema)['properties']));
  return { ...fieldsOf(sampleOf(schema)), ...Object.fromEntries(names.flatMap((name) => (name in own ? [[name, own[name]]] : []))) };
}

/** Text of an error. `fetch` itself only says that it failed; its cause has the reason. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause.message || String(Reflect.get(error.cause, 'code')) : '';
  return cause === '' ? error.message : `${error.message}, ${cause}`;
}

/** Code of undici: the server closed a connection that was kept for the next request while the request was sent. */
const CLOSED_MEANWHILE = 'UND_ERR_SOCKET';

/** Sends a GET that met a closed connection once more, as browsers do (RFC 9112, 9.5). */
async function request(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (cause) {
    const code: unknown = cause instanceof TypeError ? Reflect.get(Object(cause.cause), 'code') : undefined;
    if (code !== CLOSED_MEANWHILE || (init.method ?? 'GET') !== 'GET') throw cause;
    return fetch(url, init);
  }
}

export async function get(url: string, waitMs: number, init: RequestInit = {}): Promise<Answer> {
  const response = await request(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(waitMs) });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MAX_TEXT_BYTES) throw new Error(`an answer of more than ${MAX_TEXT_BYTES} bytes`);
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return { status: response.status, headers: response.headers, text, json: parsed(unwrapped(text)) };
}

/** Returns the argument of `name({...});`. */
const unwrapped = (text: string): string => /^\s*(?:\/\*\*\/)?[\w$.]{1,128}\s*\(([^]*)\)\s*;?\s*$/.exec(text)?.[1] ?? text;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
