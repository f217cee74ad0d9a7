/** Checks of the streams: the first address of each kind. */
import { contract, fieldsOf } from '../api/contract.ts';
import { ask, failed, notOffered, passed, type Backend, type Check, type Outcome } from './backend.ts';

const KINDS = ['httpflv', 'h265flv', 'nativeh265'] as const;
const OTHER_ORIGIN = 'https://other.example';
/** Number of pictures (or audio frames) after which a stream is classified. */
const ENOUGH_TAGS = 40;
const MAX_BYTES = 8_388_608;
const TAG = { audio: 8, video: 9, script: 18 } as const;
const HEAD_BYTES = 11;
const CODEC = { avc: 7, hevc: 12, aac: 10 } as const;
/** Packet types of Enhanced RTMP that contain a picture. */
const ENHANCED_FRAMES = [1, 3];

async function addresses(backend: Backend): Promise<Readonly<Record<string, string>>> {
  const answer = await ask(backend, contract().operation('addresses'));
  const { status, ...data } = fieldsOf(fieldsOf(answer.json)['data']);
  if (status !== 1) return {};
  return Object.fromEntries(
    KINDS.flatMap((kind) => {
      const list = data[kind];
      const first: unknown = Array.isArray(list) ? list[0] : list;
      return typeof first === 'string' && first !== '' ? [[kind, new URL(first, backend.url).href]] : [];
    }),
  );
}

async function eachStream(backend: Backend, check: (url: string) => Promise<string>): Promise<Outcome> {
  const found = Object.entries(await addresses(backend));
  if (found.length === 0) return notOffered('the room has no stream now');
  for (const [kind, url] of found) {
    const isBlocked = backend.origin.startsWith('https:') && url.startsWith('http:');
    const why = isBlocked ? `${url}: a page on HTTPS cannot load http` : await check(url);
    if (why !== '') return failed(`${kind}: ${why}`);
  }
  return passed(found.map(([kind]) => kind).join(', '));
}

async function headProblem(url: string, waitMs: number): Promise<string> {
  const abort = new AbortController();
  const response = await fetch(url, {
    headers: { origin: OTHER_ORIGIN },
    signal: AbortSignal.any([abort.signal, AbortSignal.timeout(waitMs)]),
  });
  abort.abort();
  const allowed = response.headers.get('access-control-allow-origin');
  if (response.status !== 200) return `status ${response.status}`;
  if (!(response.headers.get('content-type') ?? '').startsWith('video/x-flv'))
    return `type ${response.headers.get('content-type') ?? 'missing'}`;
  return allowed === '*' || allowed === OTHER_ORIGIN ? '' : `Access-Control-Allow-Origin is ${allowed ?? 'missing'}`;
}

/** Reads tags until enough were received; '' if each rule holds. */
async function mediaProblem(url: string, waitMs: number): Promise<string> {
  const abort = new AbortController();
  const late = setTimeout(() => abort.abort(), 2 * waitMs);
  try {
    const response = await fetch(url, { signal: abort.signal });
    let bytes = Buffer.alloc(0);
    let read = 0;
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      read += chunk.length;
      bytes = Buffer.concat([bytes, chunk]);
      const state = flvState(bytes);
      if (state.problem !== '' || state.tags >= ENOUGH_TAGS) return state.problem;
      if (read > MAX_BYTES) return `no ${ENOUGH_TAGS} tags in ${MAX_BYTES} bytes`;
    }
    return 'the stream ended';
  } catch (cause) {
    return abort.signal.aborted ? `no ${ENOUGH_TAGS} tags within ${2 * waitMs} ms` : String(cause);
  } finally {
    clearTimeout(late);
    abort.abort();
  }
}

function flvState(bytes: Buffer): { readonly problem: string; readonly tags: number } {
  if (bytes.length < 13) return { problem: '', tags: 0 };
  if (bytes.toString('latin1', 0, 3) !== 'FLV') return { problem: 'no FLV header', tags: 0 };
  let at = bytes.readUInt32BE(5) + 4;
  let tags = 0;
  const last = { [TAG.audio]: -1, [TAG.video]: -1 };
  let hasConfig = false;
  let hasKey = false;
  while (at + HEAD_BYTES <= bytes.length) {
    const type = bytes.readUInt8(at) & 0x1f;
    const size = bytes.readUIntBE(at + 1, 3);
    if (at + HEAD_BYTES + size + 4 > bytes.length) break;
    const timeMs = bytes.readUIntBE(at + 4, 3) + bytes.readUInt8(at + 7) * 0x1_00_00_00;
    const body = bytes.subarray(at + HEAD_BYTES, at + HEAD_BYTES + size);
    at += HEAD_BYTES + size + 4;
    if (type !== TAG.audio && type !== TAG.video) {
      if (type !== TAG.script) return { problem: `tag of type ${type}`, tags };
      continue;
    }
    if (timeMs < last[type]) return { problem: `time goes back from ${last[type]} to ${timeMs} ms`, tags };
    last[type] = timeMs;
    if (type === TAG.video) {
      const what = pictureOf(body);
      if (what === 'config') hasConfig = true;
      else if (what !== 'none') {
        if (!hasConfig) return { problem: 'a picture before the configuration', tags };
        if (!hasKey && what !== 'key') return { problem: 'the first picture is no keyframe', tags };
        hasKey = true;
        tags++;
      }
    } else if (body.length > 0 && body.readUInt8(0) >> 4 === CODEC.aac && body.readUInt8(1) === 1) tags++;
  }
  return { problem: '', tags };
}

function pictureOf(body: Buffer): 'config' | 'key' | 'delta' | 'none' {
  if (body.length < 5) return 'none';
  const first = body.readUInt8(0);
  const isKey = (first & 0x70) === 0x10;
  if ((first & 0x80) !== 0) {
    const packet = first & 0x0f;
    return packet === 0 ? 'config' : ENHANCED_FRAMES.includes(packet) ? (isKey ? 'key' : 'delta') : 'none';
  }
  const codec = first & 0x0f;
  if (codec !== CODEC.avc && codec !== CODEC.hevc) return 'none';
  const packet = body.readUInt8(1);
  return packet === 0 ? 'config' : packet === 1 ? (isKey ? 'key' : 'delta') : 'none';
}

export const STREAM_CHECKS: readonly Check[] = [
  { name: 'stream-cors', run: (backend) => eachStream(backend, (url) => headProblem(url, backend.waitMs)) },
  { name: 'stream-media', run: (backend) => eachStream(backend, (url) => mediaProblem(url, backend.waitMs)) },
];
