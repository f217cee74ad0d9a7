import { isFields, numberOf, wholeOf } from '../../player/base/answer-fields.ts';
import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { err, ok, type Result } from '../../core/errors.ts';
import { queryOf, type Request } from '../../wire/http.ts';
import { defineRoomPart, type FeatureContext } from '../../workers/room/features/feature-api.ts';

/** S36. */
const DEFAULT_SINGER_S = 90;
const MAX_SINGER_S = 3_600;
/** S36: `platform` of the call: 8 embedded, else 7. */
const SINGER_PLATFORM = { web: 7, embed: 8 } as const;
const SINGER_VERSION = 1;

type Singer = { readonly name: 'loading' | 'known'; readonly durationS: number };
type SingerEvent = { readonly type: 'start' } | { readonly type: 'answer'; readonly durationS: number };
interface SingerEffect {
  readonly type: 'fetch';
}

export const singerMachine: Machine<Singer, SingerEvent, SingerEffect, null> = {
  name: 'singer',
  initial: { name: 'loading', durationS: DEFAULT_SINGER_S },
  deadlineMs: () => null,
  step(state: Singer, event: SingerEvent | Tick): Step<Singer, SingerEffect> {
    return event.type === 'answer' ? [{ name: 'known', durationS: event.durationS }] : [state, { type: 'fetch' }];
  },
};

/** Reads `code` and `data.duration` in seconds; the default if the answer has none. */
export function readDuration(body: unknown): Result<number> {
  if (!isFields(body) || wholeOf(body['code']) !== 0) return err('HTTP_BAD_BODY', 'singer: no answer');
  const duration = isFields(body['data']) ? body['data']['duration'] : undefined;
  if (duration === undefined || duration === null) return ok(DEFAULT_SINGER_S);
  const seconds = numberOf(duration) ?? 0;
  return seconds > 0 && seconds <= MAX_SINGER_S ? ok(seconds) : err('HTTP_BAD_BODY', 'singer: duration');
}

/** The specification gives no timeout; this one is the project's. */
const DURATION_CALL = { method: 'GET', timeoutMs: 5_000, maxBytes: 16_384, credentials: 'same-origin' } as const satisfies Omit<
  Request,
  'url'
>;

/** `turnS` is shared: the list of songs shows it. */
interface SingerView {
  readonly turnS: number;
}

export const room = defineRoomPart({
  machine: singerMachine,
  context: () => null,
  view: (state: Singer): SingerView | null => (state.name === 'known' ? { turnS: state.durationS } : null),
  onStart: (): SingerEvent => ({ type: 'start' }),
  execute(_effect, room, send) {
    void fetchDuration(room).then((durationS) => send({ type: 'answer', durationS }));
  },
});

async function fetchDuration(room: FeatureContext): Promise<number> {
  const platform = room.room().kind === 'embed' ? SINGER_PLATFORM.embed : SINGER_PLATFORM.web;
  const query = queryOf({ platform, appid: room.login().appId, version: SINGER_VERSION });
  const answer = await room.call(
    { ...DURATION_CALL, url: `${room.services.backup}/singer/http/service/rankStatisticInfo?${query}` },
    readDuration,
  );
  if (!answer.ok) room.failure(answer.error);
  return answer.ok ? answer.value : DEFAULT_SINGER_S;
}
