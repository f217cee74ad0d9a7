import { assertNever } from '../../core/assert-never.ts';
import { leadInSong, readLeadInSwitch } from '../../core/room/stage/lead-in.ts';
import { decodeLeadInList } from '../../core/room/start/live-info.ts';
import { queryOf, type Request } from '../../wire/http.ts';
import { defineRoomHalf, isRoomStar, isViewer, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { LEAD_IN, leadInMachine, leadInView, type LeadInAction, type LeadInEffect, type LeadInEvent } from './rules.ts';

/** P9: `_p` of the list call, the same as of the ad query. */
const PLATFORM = 7;
export const LEAD_IN_LIST = { method: 'GET', timeoutMs: 2_000, maxBytes: 65_536, credentials: 'include' } as const satisfies Omit<
  Request,
  'url'
>;
/** `status` of an accepted song order (S9 names the field and no values). */
const SONG_ACCEPTED = 2;
export const room = defineRoomHalf({
  machine: leadInMachine,
  context: (room) => ({
    isSwitchedOn: readLeadInSwitch(room.config('leadIn')).isOn,
    isStar: isRoomStar(room),
    isLive: room.liveInfo()?.liveStatus === 1,
    type: room.flags.type,
    songName: room.flags.songName,
  }),
  view: leadInView,
  messages: {
    'song-order': (body, room) =>
      isViewer(room, body.user?.userId) && body.status === SONG_ACCEPTED ? { type: 'own-song-accepted' } : null,
    gift: (body, room) => ownGift(body, room),
    'socket-gift': (body, room) => ownGift(body, room),
  },
  onStart(room) {
    const { problem } = readLeadInSwitch(room.config('leadIn'));
    if (problem !== null) room.failure({ code: 'HTTP_BAD_BODY', detail: `config: ${problem}` });
    return null;
  },
  onAction(action: LeadInAction): LeadInEvent {
    switch (action.type) {
      case 'progress':
        return { type: 'progress', positionS: action.positionS, durationS: action.durationS };
      case 'paused':
        return { type: 'paused', isPaused: action.isPaused };
      case 'ended':
        return { type: 'ended', failed: action.failed };
      default:
        return assertNever(action);
    }
  },
  onRoom(event): LeadInEvent | null {
    if (event.type === 'stage-offered') return { type: 'offered' };
    if (event.type === 'stage-withdrawn') return { type: 'withdrawn' };
    if (event.type === 'back-to-live') return { type: 'back-to-live' };
    return null;
  },
  execute(effect: LeadInEffect, room, send) {
    switch (effect.type) {
      case 'fetch-list':
        // Never rejects.
        void fetchList(effect.nextFetchId, room, send);
        return;
      case 'take-stage':
        room.log(`lead-in: ${effect.why}`);
        room.stage.take();
        return;
      case 'decline-stage':
        room.stage.leave(effect.why);
        return;
      case 'end':
        room.report('info', effect.why);
        room.stage.leave(effect.why);
        return;
      case 'report-timeout':
        room.report('error', `code ${effect.code}`);
        room.count(String(effect.code), 1);
        return;
      case 'log-duration': {
        const unionId = room.flags.fx_unionId_ck;
        if (LEAD_IN.unionIds.some((id) => id === unionId)) room.report('performance', `${effect.seconds} s, union id ${unionId}`);
        return;
      }
      default:
        assertNever(effect);
    }
  },
});

const ownGift = (body: { readonly senderid: number; readonly type: number }, room: FeatureContext): LeadInEvent | null =>
  isViewer(room, body.senderid) ? { type: 'own-gift', giftType: body.type } : null;

async function fetchList(nextFetchId: string, room: FeatureContext, send: (event: LeadInEvent) => void): Promise<void> {
  const { flags } = room;
  const { playuuid } = flags;
  const needed = {
    _p: PLATFORM,
    jsonpcallback: 'leadIn',
    songName: leadInSong(flags.songName),
    starId: room.room().starId,
    needHttps: 1,
    roomId: room.roomId(),
  };
  // Optional members are omitted instead of sent empty.
  const optional = {
    ...(nextFetchId === '' ? {} : { nextFetchId }),
    ...(playuuid === '' ? {} : { playuuid }),
    // Stryker disable next-line OptionalChaining: a lead-in runs only in a live room, whose live info is known.
    ...(room.liveInfo()?.room.isVertical === true ? { vertical: 1 } : {}),
  };
  const url = `${room.services.backup}/fx/timemachine/web/video/music/view/current.json?${queryOf({ ...needed, ...optional })}`;
  const answer = await room.call({ ...LEAD_IN_LIST, url }, decodeLeadInList);
  if (!answer.ok) {
    room.failure(answer.error);
    send({ type: 'list-failed' });
    return;
  }
  for (const detail of answer.value.problems) room.failure({ code: 'HTTP_BAD_BODY', detail });
  send({ type: 'list', ...answer.value.value });
}
