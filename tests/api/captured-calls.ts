/**
 * Captures every HTTP call of the room and its features: the code is driven by a viewer's actions and answered with samples of the
 * contract.
 */
import { contract } from '../../scripts/api/contract.ts';
import { createDecisionLog } from '../../src/player/base/machine.ts';
import type { Result } from '../../src/core/errors.ts';
import { dispatchUrl } from '../../src/core/socket/address.ts';
import { SOCKET_POLICY } from '../../src/core/socket/connection-state.ts';
import { readServices } from '../../src/core/services.ts';
import { room as ad } from '../../src/features/ad/room.ts';
import { room as fanClub } from '../../src/features/fan-club/room.ts';
import { room as gifts } from '../../src/features/gifts/room.ts';
import { room as leadIn } from '../../src/features/lead-in/room.ts';
import { room as login } from '../../src/features/login/room.ts';
import { room as publish } from '../../src/features/publish/room.ts';
import { room as singer } from '../../src/features/singer/room.ts';
import { CALLS, createCalls } from '../../src/workers/room/clients/calls.ts';
import type { FeatureContext, FeatureInstance, FeatureRoomPart } from '../../src/workers/room/features/feature-api.ts';
import { FEATURE_CALL } from '../../src/workers/room/features/feature-context.ts';
import { MAX_ADDRESS_BYTES } from '../../src/workers/socket/dispatch.ts';
import type { Request } from '../../src/wire/http.ts';
import { manualClock } from '../../src/player/tests/manual-clock.ts';

export interface CapturedCall extends Request {
  /** Name in the contract. */
  readonly operation: string;
}

const USER_ID = 7;
const ROOM_ID = 1_001;
const { services } = readServices('', 'https://room.example');
/** A poll of the login's QR code is sent after at most 1.5 times the largest interval, in ms. */
const LONGEST_POLL_MS = 15_000;
/** Number of turns in which the promises of a call settle. */
const TURNS = 20;

const ANSWERS: Readonly<Record<string, unknown>> = {
  giftList: { code: 0, data: { tabs: [{ name: '热门', gifts: [{ giftId: 101, name: '玫瑰', price: 1 }] }], receivers: [] } },
  giftWallet: { code: 0, data: { balance: 100, guard: 0, bag: [] } },
  giftSend: { code: 0, data: { balance: 99 } },
  fanClubSwitches: { switchInfos: [] },
  loginOptions: { code: 0, data: { ways: ['code', 'password', 'qr'] } },
  loginQr: { code: 0, data: { ticket: 't', url: '/scan' } },
  loginQrState: { code: 0, data: { state: 'waiting' } },
  onAir: { code: 0, data: { on: 0 } },
  publish: { code: 0, data: { session: 's', url: 'https://a.example/whip', provider: 5, since: 1 } },
};
const ANSWER = { code: 0, responseCode: 0, status: 0, data: {} };

const settled = async (): Promise<void> => {
  for (let turn = 0; turn < TURNS; turn++) await Promise.resolve();
};

export async function capturedCalls(): Promise<readonly CapturedCall[]> {
  const calls: CapturedCall[] = [];
  const take = (request: Request): unknown => {
    const { pathname } = new URL(request.url);
    const operation = contract().find(request.method, pathname.replace(/^\/svc/, ''))?.id ?? `none for ${request.method} ${pathname}`;
    calls.push({ ...request, operation });
    return ANSWERS[operation] ?? ANSWER;
  };
  await ofTheRoom(take);
  await ofFeatures(take);
  return calls;
}

type Take = (request: Request) => unknown;

async function ofTheRoom(take: Take): Promise<void> {
  const asked: string[] = [];
  const ask = (url: string): Promise<Response> => {
    asked.push(url);
    return Promise.resolve(new Response(JSON.stringify(ANSWER)));
  };
  const calls = createCalls(services, { fetch: ask as typeof fetch, nowMs: () => 0 }, () => undefined);
  await calls.liveInfo(ROOM_ID);
  await calls.addresses(ROOM_ID, 'h264', 'start');
  await calls.config();
  await calls.clientVersion();
  const limits = [CALLS.liveInfo, CALLS.addresses, CALLS.config, CALLS.clientVersion];
  for (const [i, url] of asked.entries()) take({ ...limits[i]!, url });
  const identity = { roomId: ROOM_ID, roomKind: 'live', platformId: 7 } as const;
  const { addressTimeoutMs, protocolVersion, clientId } = SOCKET_POLICY;
  const url = dispatchUrl(services, identity, protocolVersion, clientId);
  take({ method: 'GET', url, timeoutMs: addressTimeoutMs, maxBytes: MAX_ADDRESS_BYTES, credentials: 'include' });
}

async function ofFeatures(take: Take): Promise<void> {
  const clock = manualClock();
  const context = {
    clock,
    decisions: createDecisionLog(),
    services,
    flags: { type: 3, songName: '星光|x', playuuid: 'p', fx_unionId_ck: '' },
    random: () => 0,
    uuid: () => 'uuid',
    roomId: () => ROOM_ID,
    room: () => ({ starId: 91_001, starName: '星', kind: 'normal' }),
    me: () => ({ richLevel: 18 }),
    login: () => ({ userId: USER_ID, token: 't', appId: '' }),
    liveInfo: () => ({ liveStatus: 1, room: { isVertical: true } }),
    config: () => undefined,
    capability: () => ({ has: () => true, show: () => undefined }),
    call: (request: Request, decode: (body: unknown) => Result<unknown>) => Promise.resolve(decode(take(request))),
    storage: { read: () => undefined, write: () => undefined },
    stage: { take: () => undefined, leave: () => undefined },
    ...Object.fromEntries(['log', 'report', 'count', 'track', 'failure', 'openLogin', 'openPage'].map((name) => [name, () => undefined])),
  } as unknown as FeatureContext;
  async function drive(half: FeatureRoomPart, steps: readonly ((feature: FeatureInstance) => void)[]): Promise<void> {
    const feature = half.create(context, {
      show: () => undefined,
      onError: (cause) => {
        throw cause;
      },
    });
    await settled();
    for (const step of steps) {
      step(feature);
      await settled();
    }
    feature.dispose();
  }
  const act = (action: object) => (feature: FeatureInstance) => feature.onAction(action);
  await drive(ad, []);
  await drive(singer, []);
  await drive(leadIn, [(feature) => feature.onRoom({ type: 'stage-offered' })]);
  await drive(publish, [act({ type: 'start' }), act({ type: 'stop' })]);
  await drive(fanClub, [act({ type: 'entry' }), act({ type: 'join' })]);
  await drive(fanClub, [act({ type: 'entry' }), act({ type: 'light-up' })]);
  const request = { giftId: 101, from: 'coins', count: 1, receiverId: 91_001, letter: '' };
  await drive(gifts, [act({ type: 'entry' }), act({ type: 'send', request })]);
  const phone = '13800138000';
  const credentials = { way: 'code', account: phone, secret: '1234' };
  await drive(login, [act({ type: 'open' }), act({ type: 'request-code', phone }), act({ type: 'submit', credentials })]);
  await drive(login, [
    act({ type: 'open' }),
    act({ type: 'choose', way: 'qr' }),
    () => {
      clock.advance(LONGEST_POLL_MS);
    },
  ]);
  const { userId, token, appId } = context.login();
  const body = { on: 1, roomId: ROOM_ID, starId: 91_001, userId, token, appId };
  take({ ...FEATURE_CALL, url: `${services.live}/feature/follow/set`, body });
}
