import * as v from 'valibot';
import type { Result } from '../../core/result.ts';
import { err, ok } from '../../core/result.ts';
import type { DispatchAnswer, LoginType } from '../../core/socket/address.ts';

/** Upper bound of an address response; the usual size is a few hundred bytes. */
export const MAX_ADDRESS_BYTES = 65_536;
const MAX_ADDRESSES = 16;

const integer = v.union([v.pipe(v.number(), v.integer()), v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number))]);
const protocol = v.picklist(['ws', 'wss']);
/** A host name or address, optionally with port and path; nothing else may be part of a socket URL. */
const host = v.pipe(v.string(), v.maxLength(255), v.regex(/^[A-Za-z0-9.[\]:_-]+(\/[\w./-]*)?$/));
const socketType = v.union([
  v.picklist(['binary', 'blob']),
  v.pipe(
    v.picklist([1, 2]),
    v.transform((kind) => (kind === 2 ? ('blob' as const) : ('binary' as const))),
  ),
]);

/** An entry is a host, or an object with its own protocol. Its counters are ignored, because the client has its own policy. */
const entry = v.union([v.looseObject({ host, protocol: v.nullish(protocol), socketType: v.nullish(socketType) }), host]);

const ANSWER = v.looseObject({
  code: integer,
  data: v.nullish(
    v.looseObject({
      addrs: v.nullish(v.pipe(v.array(v.unknown()), v.maxLength(1_000)), []),
      protocol: v.nullish(protocol, 'wss'),
      socketype: v.nullish(socketType, 'binary'),
      /** Version of the protocol of the addresses; only one exists. */
      protocoltype: v.nullish(v.unknown()),
      age: v.nullish(integer, 0),
      type: v.nullish(v.picklist(['guest', 'login'])),
      soctoken: v.nullish(v.pipe(v.string(), v.maxLength(512)), ''),
    }),
  ),
});

/**
 * Validates the response of the address service (S1). An invalid entry is skipped and counted in `dropped`. A response without a type
 * applies to the requested login type.
 */
export function readDispatch(body: unknown, asked: LoginType): Result<{ readonly answer: DispatchAnswer; readonly dropped: number }> {
  const read = v.safeParse(ANSWER, body);
  if (!read.success) return err('HTTP_BAD_BODY', `socket addresses: ${v.getDotPath(read.issues[0]) ?? ''} ${read.issues[0].message}`);
  const { code, data } = read.output;
  if (data === undefined || data === null) {
    return ok({ answer: { ok: true, code, addresses: [], type: asked, ageS: 0, socToken: '' }, dropped: 0 });
  }
  const listed = data.addrs.slice(0, MAX_ADDRESSES);
  const addresses = listed.flatMap((item) => {
    const one = v.safeParse(entry, item);
    if (!one.success) return [];
    const given = typeof one.output === 'string' ? { host: one.output } : one.output;
    return [{ host: given.host, protocol: given.protocol ?? data.protocol, socketType: given.socketType ?? data.socketype }];
  });
  const answer = { ok: true, code, addresses, type: data.type ?? asked, ageS: data.age, socToken: data.soctoken } as const;
  return ok({ answer, dropped: data.addrs.length - addresses.length });
}
