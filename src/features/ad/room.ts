import { assertNever } from '../../core/assert-never.ts';
import { adKey } from '../../core/room/stage/ad.ts';
import { adUrl, FIRST_CALLS } from '../../core/room/start/first-calls.ts';
import { decodeAd } from '../../core/room/start/live-info.ts';
import { defineRoomHalf, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { adMachine, adView, rememberAd, type AdAction, type AdEffect, type AdEvent } from './rules.ts';

const WATCHED = 'watched';

export const room = defineRoomHalf({
  machine: adMachine,
  context: (room) => ({
    isLive: room.liveInfo()?.liveStatus === 1,
    hasPoster: room.capability('elements').has('poster'),
    watched: watchedAds(room),
    userId: room.login().userId,
  }),
  view: adView,
  onStart: (): AdEvent => ({ type: 'query' }),
  onAction(action: AdAction): AdEvent | null {
    switch (action.type) {
      case 'progress':
        return { type: 'progress', positionS: action.positionS, durationS: action.durationS };
      case 'ended':
        return { type: 'ended', failed: action.failed };
      case 'skip':
        return { type: 'skip' };
      case 'paused':
        // The browser pauses the ad only in a hidden tab. If the tab stays hidden past the limit, live starts.
        return null;
      default:
        return assertNever(action);
    }
  },
  onRoom(event): AdEvent | null {
    if (event.type === 'stage-offered') return { type: 'offered' };
    if (event.type === 'stage-withdrawn') return { type: 'withdrawn' };
    return null;
  },
  execute(effect: AdEffect, room, send) {
    switch (effect.type) {
      case 'query':
        void query(room).then((config) => send({ type: 'answer', config }));
        return;
      case 'take-stage':
        room.log(`ad: ${effect.why}`);
        room.stage.take();
        return;
      case 'leave-stage':
        room.stage.leave(effect.why);
        return;
      case 'remember':
        room.storage.write(WATCHED, rememberAd(watchedAds(room), adKey(room.login().userId, effect.concertId)), null);
        return;
      default:
        assertNever(effect);
    }
  },
});

async function query(room: FeatureContext) {
  const answer = await room.call({ ...FIRST_CALLS.ad, url: adUrl(room.services, room.roomId()) }, decodeAd);
  if (!answer.ok) {
    room.failure(answer.error);
    return null;
  }
  for (const detail of answer.value.problems) room.failure({ code: 'HTTP_BAD_BODY', detail });
  return answer.value.value;
}

function watchedAds(room: FeatureContext): readonly string[] {
  const stored = room.storage.read(WATCHED);
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
}
