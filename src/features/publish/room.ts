import { assertNever } from '../../core/assert-never.ts';
import type { RoomCard } from '../../core/room/view.ts';
import type { Request } from '../../wire/http.ts';
import { defineRoomHalf, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { decodeEnded, decodeGrant, decodeOnAir } from './rules-answer.ts';
import { publishingMachine, type PublishAction, type PublishEffect, type PublishEvent, type Publishing } from './rules.ts';

/** Starts or ends the broadcast. The call is the project's choice, because P31 leaves it to the publishing tool. */
const CALL = { timeoutMs: 5_000, maxBytes: 16_384, credentials: 'same-origin' } as const satisfies Omit<Request, 'url' | 'method'>;

export const room = defineRoomHalf({
  machine: publishingMachine,
  context: (room) => ({ epochMs: room.clock.epochMs(), random: room.random() }),
  view: (state: Publishing): Publishing => state,
  // After a reload the broadcast may still be running; only the server knows.
  onStart: (): PublishEvent => ({ type: 'begin' }),
  onAction: (action: PublishAction): PublishEvent => action,
  // A closing page sends no request, because it would often be aborted. The server ends a broadcast whose pictures stop, and after a reload
  // the star finds the broadcast still running.
  onRoom: (event): PublishEvent | null => (event.type === 'room-changed' ? { type: 'room-changed' } : null),
  execute(effect: PublishEffect, room, send) {
    const url = `${room.services.live}/room/${room.roomId()}/publish`;
    switch (effect.type) {
      case 'ask-to-send': {
        const { epoch, session, takeOver } = effect;
        const body = { on: true, session, takeOver };
        void room.call({ ...CALL, method: 'POST', url, body }, decodeGrant).then((answer) => send({ type: 'granted', epoch, answer }));
        return;
      }
      case 'ask-to-end': {
        const { epoch } = effect;
        void room
          .call({ ...CALL, method: 'POST', url, body: { on: false } }, decodeEnded)
          .then((answer) => send({ type: 'ended', epoch, error: answer.ok ? null : answer.error }));
        return;
      }
      case 'ask-on-air': {
        const { epoch } = effect;
        void room.call({ ...CALL, method: 'GET', url }, decodeOnAir).then((answer) => send({ type: 'on-air', epoch, answer }));
        return;
      }
      case 'show-on-air':
        showOnAir(effect.sinceMs, room);
        return;
      case 'report':
        room.failure(effect.failure);
        return;
      case 'log':
        room.log(effect.why === undefined ? effect.line : `${effect.line} (${effect.why})`);
        return;
      default:
        assertNever(effect);
    }
  },
});

const SECOND_MS = 1_000;

/** In the star's own room, live status follows this page's broadcast. */
function showOnAir(sinceMs: number | null, room: FeatureContext): void {
  const shown: Pick<RoomCard, 'liveStatus' | 'liveSince'> =
    sinceMs === null ? { liveStatus: 0, liveSince: 0 } : { liveStatus: 1, liveSince: Math.floor(sinceMs / SECOND_MS) };
  room.capability('room-card').patch(shown);
}
