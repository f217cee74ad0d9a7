import { viewerEvent } from '../../core/reports/viewer-events.ts';
import { asShown } from '../../core/socket/cleaning.ts';
import { queryOf, type Request } from '../../wire/http.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { defineRoomPart, isViewer, loginChanged, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { type Gift, readCatalogue, readGift, readWallet, readSendAnswer, type GiftPayload } from './rules-shop.ts';
import { giftsMachine, giftsView, starReceiver, type GiftsAction, type GiftsEvent } from './rules.ts';

/** S21 does not show the send endpoint: it and the two calls before it are the project's. The cookies identify the payer. */
const CALL = { timeoutMs: 5_000, credentials: 'include' } as const satisfies Partial<Request>;
const MAX_BYTES = { list: 262_144, wallet: 65_536, send: 16_384 } as const;

export const room = defineRoomPart({
  machine: giftsMachine,
  context: (room) => ({
    userId: room.login().userId,
    richLevel: room.me().richLevel,
    roomId: room.roomId(),
    hasRechargeGuide: room.config('rechargeGuide') !== 0,
  }),
  view: giftsView,
  onStart(room): GiftsEvent | null {
    const gift = readGift(readJson(room.storage.read(LAST_GIFT)));
    return gift === null ? null : { type: 'remembered', gift };
  },
  messages: { gift: ownEcho, 'socket-gift': ownEcho },
  onAction(action: GiftsAction, room): GiftsEvent | null {
    switch (action.type) {
      case 'combo':
      case 'quick':
        return { type: action.type, id: room.uuid() };
      case 'login':
        room.openLogin();
        return null;
      case 'send':
        return { type: 'send', id: room.uuid(), request: action.request };
      default:
        return action;
    }
  },
  onRoom: loginChanged,
  execute: {
    'fetch-catalogue': (_, room, send) => void fetchCatalogue(room).then((catalogue) => send({ type: 'catalogue', catalogue })),
    'fetch-wallet': ({ asOf }, room, send) => void fetchWallet(asOf, room, send),
    send: ({ id, attempt, payload }, room, send) => {
      // A further attempt belongs to the same order and is not counted again.
      if (attempt === 1) room.track(viewerEvent('gift_send', `${payload.giftId} x${payload.giftNum}`));
      void sendGift(payload, room).then((answer) => send({ type: 'answer', id, attempt, answer }));
    },
    remember: ({ gift }, room) => room.storage.write(LAST_GIFT, storedGift(gift), null),
    login: (_, room) => room.openLogin(),
    'open-recharge': (_, room) => room.openPage(rechargePage(room)),
    count: ({ why }, room) => room.count(why, 1),
  },
});

/** Key of the last gift in the feature's storage. */
const LAST_GIFT = 'last';

/** In the fields of the catalogue, so that one reader checks both. */
const storedGift = ({ id, name, price, iconUrl, type, isLucky, isGuardOnly, minLevel }: Gift): string =>
  JSON.stringify({ giftId: id, name, price, icon: iconUrl, giftType: type, lucky: isLucky, guard: isGuardOnly, level: minLevel });

function readJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** The viewer's own gift, as pushed to the room. */
function ownEcho(body: BodyOfMessage<'gift'>, room: FeatureContext): GiftsEvent | null {
  if (!isViewer(room, body.senderid) || body.comboId === '') return null;
  return { type: 'echo', comboId: asShown(body.comboId), sum: body.comboSum };
}

/** Address of the recharge page; the specification does not show it. */
function rechargePage(room: FeatureContext): string {
  const url = room.config('rechargeUrl');
  return typeof url === 'string' && /^https:\/\/[^\s"'<>\\]{1,2000}$/.test(url) ? url : `${room.services.frames}/recharge/index.html`;
}

async function fetchCatalogue(room: FeatureContext) {
  const url = `${room.services.secure}/gift/list?${queryOf({ roomId: room.roomId() })}`;
  const { starId, starName } = room.room();
  const answer = await room.call({ ...CALL, method: 'GET', url, maxBytes: MAX_BYTES.list }, (body) =>
    readCatalogue(body, starReceiver(starId, room.liveInfo()?.room.starUserId ?? 0, starName)),
  );
  if (!answer.ok) {
    room.failure(answer.error);
    return null;
  }
  const { skipped } = answer.value;
  if (skipped > 0) room.failure({ code: 'HTTP_BAD_BODY', detail: `gift list: ${skipped} malformed or repeated rows` });
  return answer.value;
}

async function fetchWallet(asOf: number, room: FeatureContext, send: (event: GiftsEvent) => void): Promise<void> {
  const { userId } = room.login();
  const answer = await room.call(
    { ...CALL, method: 'GET', url: `${room.services.secure}/gift/wallet`, maxBytes: MAX_BYTES.wallet },
    readWallet,
  );
  if (!answer.ok) room.failure(answer.error);
  // Otherwise the login changed meanwhile: the answer belongs to another user.
  if (room.login().userId === userId) send({ type: 'wallet', wallet: answer.ok ? answer.value : null, asOf });
}

async function sendGift(payload: GiftPayload, room: FeatureContext) {
  const request: Request = {
    ...CALL,
    method: 'POST',
    url: `${room.services.secure}/gift/send`,
    maxBytes: MAX_BYTES.send,
    body: { ...payload },
  };
  const answer = await room.call(request, readSendAnswer);
  if (!answer.ok) room.failure(answer.error);
  return answer.ok ? answer.value : null;
}
