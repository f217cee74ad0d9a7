/** Fields of the events of mpegts.js, whose types are `any[]`: every field is checked before it is used. */
import type { EngineError } from '../../rules/recovery/media-errors.ts';

const read = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Codecs of a MEDIA_INFO event, video first; '' where it names none. */
export const codecsOf = (info: unknown): string =>
  ['videoCodec', 'audioCodec']
    .map((name) => read(info, name))
    .filter((codec) => typeof codec === 'string' && codec !== '')
    .join(', ');

/** Arguments of an ERROR event: type, detail (missing for some media errors), info. */
export function engineError(type: unknown, detail: unknown, info: unknown): EngineError {
  const code = read(info, 'code');
  const message = read(info, 'msg');
  return {
    type: typeof type === 'string' ? type : '',
    detail: typeof detail === 'string' ? detail : undefined,
    code: typeof code === 'number' ? code : undefined,
    message: typeof message === 'string' ? message : '',
  };
}
