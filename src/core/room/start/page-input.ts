import { withProtocol } from '../../../player/base/answer-fields.ts';
import type { Failure } from '../../errors.ts';
import { originOf } from '../../frames/origin.ts';
import { ROOM_LIMITS } from '../limits.ts';

type Flag =
  | { readonly name: string; readonly type: 'switch'; readonly default: boolean }
  | { readonly name: string; readonly type: 'integer'; readonly default: number; readonly min: number; readonly max: number }
  | { readonly name: string; readonly type: 'choice'; readonly default: string; readonly values: readonly string[] }
  | { readonly name: string; readonly type: 'text'; readonly default: string; readonly maxLength: number; readonly pattern: RegExp };

const ANY = /^\P{Cc}*$/u;
const WORD = /^\w*$/;

/** P2 and the flags of the offline room, one row per query parameter; docs/offline-room.md prints this table with its descriptions. */
export const FLAGS = [
  { name: 'r', type: 'choice', default: '', values: ['', 'liveroom'] },
  { name: 'lite', type: 'switch', default: false },
  { name: 'debug', type: 'switch', default: false },
  { name: 'lenovo', type: 'switch', default: false },
  { name: 'refer', type: 'text', default: '', maxLength: 64, pattern: ANY },
  { name: 'sourceFrom', type: 'text', default: '', maxLength: 64, pattern: ANY },
  { name: 'fx_unionId_ck', type: 'text', default: '', maxLength: 32, pattern: WORD },
  { name: 'type', type: 'integer', default: 0, min: 0, max: 99 },
  { name: 'songName', type: 'text', default: '', maxLength: 200, pattern: ANY },
  { name: 'playuuid', type: 'text', default: '', maxLength: 64, pattern: /^[\w-]*$/ },
  { name: 'apmAutoTest', type: 'text', default: '', maxLength: 64, pattern: ANY },
  { name: 'cmd', type: 'integer', default: 0, min: 0, max: 9_999_999 },
  { name: 'lang', type: 'choice', default: '', values: ['', 'zh-CN', 'en'] },
  { name: 'kind', type: 'choice', default: '', values: ['', 'h264', 'h265', 'h265-native', 'webrtc'] },
  { name: 'src', type: 'text', default: '', maxLength: 2_048, pattern: /^(?:$|https?:\/\/|\/)[^\s\p{Cc}]*$/u },
  { name: 'config', type: 'text', default: '', maxLength: 500, pattern: /^[\w:.,-]*$/ },
  { name: 'scenario', type: 'text', default: '', maxLength: 64, pattern: /^[\w-]*$/ },
] as const satisfies readonly Flag[];

type ValueOf<Row> = Row extends { type: 'switch' }
  ? boolean
  : Row extends { type: 'integer' }
    ? number
    : Row extends { type: 'choice'; values: readonly (infer V)[] }
      ? V
      : string;
export type PageFlags = { readonly [Row in (typeof FLAGS)[number] as Row['name']]: ValueOf<Row> };

/** Bad values are reported and replaced by the default; unknown names are ignored. The first of equal names applies. */
export function readFlags(pairs: Iterable<readonly [string, string]>): {
  readonly flags: PageFlags;
  readonly problems: readonly Failure[];
} {
  const given = new Map<string, string>();
  let left = ROOM_LIMITS.queryPairs.value;
  for (const [name, value] of pairs) {
    if (left-- === 0) break;
    if (!given.has(name)) given.set(name, value);
  }
  const problems: Failure[] = [];
  const values = FLAGS.map((flag): readonly [string, string | number | boolean] => {
    const text = given.get(flag.name);
    if (text === undefined) return [flag.name, flag.default];
    const read = readFlag(flag, text);
    if (read.ok) return [flag.name, read.value];
    problems.push({ code: 'PARAMETER_BAD', detail: `${flag.name}: ${read.detail}` });
    return [flag.name, flag.default];
  });
  return { flags: Object.fromEntries(values) as PageFlags, problems };
}

type Read = { readonly ok: true; readonly value: string | number | boolean } | { readonly ok: false; readonly detail: string };

function readFlag(flag: Flag, text: string): Read {
  switch (flag.type) {
    case 'switch':
      if (text === '1' || text === 'true') return { ok: true, value: true };
      if (text === '0' || text === 'false' || text === '') return { ok: true, value: false };
      return { ok: false, detail: 'must be 1 or 0' };
    case 'integer': {
      const value = /^-?\d{1,12}$/.test(text) ? Number(text) : NaN;
      return value >= flag.min && value <= flag.max ? { ok: true, value } : { ok: false, detail: `must be ${flag.min} to ${flag.max}` };
    }
    case 'choice':
      return flag.values.includes(text)
        ? { ok: true, value: text }
        : { ok: false, detail: `must be one of ${flag.values.filter(Boolean).join(', ')}` };
    case 'text':
      if (text.length > flag.maxLength) return { ok: false, detail: `is longer than ${flag.maxLength} characters` };
      return flag.pattern.test(text) ? { ok: true, value: text } : { ok: false, detail: 'has characters that it must not have' };
  }
}

/** Names of the flags that replace what the services answer. */
const OVERRIDES = ['src', 'config'] as const;

/** The flags without `src` and `config` where the deployment does not allow them (services.ts). */
export function allowedFlags(flags: PageFlags, isAllowed: boolean): { readonly flags: PageFlags; readonly problems: readonly Failure[] } {
  const refused = isAllowed ? [] : OVERRIDES.filter((name) => flags[name] !== '');
  return {
    flags: { ...flags, ...Object.fromEntries(refused.map((name) => [name, ''])) },
    problems: refused.map((name) => ({ code: 'PARAMETER_BAD', detail: `${name}: not allowed by this deployment` })),
  };
}

/** What the page's address replaces, for a banner; null: nothing. `host` is '' if only the config is replaced. */
export function overriddenBy({ debug, kind, src, config }: PageFlags, origin: string): { readonly host: string } | null {
  if (!debug) return null;
  if (src !== '' && kind !== '')
    return {
      host: originOf(src.startsWith('/') && !src.startsWith('//') ? origin : withProtocol(src)).replace(/^https?:\/\//, ''),
    };
  return config === '' ? null : { host: '' };
}

/** `name:value,name:value` of the config flag, with numeric values. Other entries are returned as problems. */
export function readOverrides(text: string): { readonly values: Readonly<Record<string, number>>; readonly problems: readonly Failure[] } {
  const values: Record<string, number> = {};
  const problems: Failure[] = [];
  for (const part of text.split(',').filter(Boolean)) {
    const match = /^([A-Za-z]\w{0,39}):(\d{1,10}(?:\.\d{1,6})?)$/.exec(part);
    if (match?.[1] === undefined || match[2] === undefined)
      problems.push({ code: 'PARAMETER_BAD', detail: `config: ${part.slice(0, 40)}` });
    else values[match[1]] = Number(match[2]);
  }
  return { values, problems };
}
