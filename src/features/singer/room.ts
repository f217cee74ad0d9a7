import type { SingerView } from '../../core/room/people/singer.ts';
import { queryOf, type Request } from '../../wire/http.ts';
import { defineRoomHalf, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { DEFAULT_SINGER_S, readDuration, singerMachine, SINGER_PLATFORM, SINGER_VERSION, type Singer, type SingerEvent } from './rules.ts';

/** The specification gives no timeout; this one is the project's. */
const DURATION_CALL = { method: 'GET', timeoutMs: 5_000, maxBytes: 16_384, credentials: 'same-origin' } as const satisfies Omit<
  Request,
  'url'
>;

export const room = defineRoomHalf({
  machine: singerMachine,
  context: () => null,
  view: (state: Singer): SingerView | null => (state.name === 'known' ? { durationS: state.durationS } : null),
  onStart: (): SingerEvent => ({ type: 'ask' }),
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
