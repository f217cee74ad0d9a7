/**
 * The answering peer of the offline room: a real RTCPeerConnection in the page that publishes a recording (webrtc-source.ts), so that the
 * viewer's whole WebRTC path runs over loopback. It supports the same two protocols as a server (src/player/kinds/signalling.ts).
 */
import { http, HttpResponse, type HttpHandler } from 'msw';
import { roomOfStream, type Broadcasts } from '../sessions/broadcasts.ts';
import { faultOf, faultsOn, type Fault } from '../backend/faults.ts';
import { gathered, type Relay } from './relay.ts';
import { openingOf } from '../recordings/replay.ts';
import { openWebRtcSource } from './webrtc-source.ts';

/** Maximum number of viewers per page; the oldest is disconnected. */
const MAX_SESSIONS = 4;
/** Polling interval for faults that the panel injects during a session. */
const FAULT_LOOK_MS = 200;

interface PeerSession {
  readonly id: string;
  close(): void;
}

export interface WebRtcDeps {
  readonly faults: () => readonly Fault[];
  readonly broadcasts: Broadcasts;
  readonly relay: Relay;
}

type Answered = { readonly id: string; readonly sdp: string } | Response;

/** The answer of a fault before the exchange; null: none. */
function refused(now: readonly Fault[]): Response | null {
  const opening = openingOf(now);
  if (opening.name === 'refused') return HttpResponse.error();
  return opening.name === 'status' ? new HttpResponse(null, { status: opening.status }) : null;
}

/** Answers a star's offer: the star's stream becomes the room's picture. */
function createTaker({ faults, broadcasts, relay }: WebRtcDeps) {
  let count = 0;
  return async (path: string, address: URL, offerSdp: string): Promise<Answered> => {
    const roomId = roomOfStream(nameAt(address));
    const session = address.searchParams.get('session') ?? '';
    const earlier = count++;
    const now = (): readonly Fault[] => faultsOn(faults(), 'stream', path, earlier);
    const refusal = refused(now());
    if (refusal) return refusal;
    if (!broadcasts.mayPublish(roomId, session)) return new HttpResponse('not the session of this room', { status: 409 });
    const id = crypto.randomUUID();
    const sdp = await relay.publish(id, roomId, offerSdp, (elapsedMs) => {
      const cut = faultOf(now(), 'cut');
      if ((cut && elapsedMs >= cut.afterMs) || !broadcasts.mayPublish(roomId, session)) return false;
      broadcasts.seen(roomId, session);
      return true;
    });
    return { id, sdp };
  };
}

/** Answers a viewer's offer from the star's tab, or with a recording. */
function createAnswerer({ faults, broadcasts, relay }: WebRtcDeps) {
  const sessions: PeerSession[] = [];
  let count = 0;

  const leave = (id: string): void => {
    relay.leave(id);
    const index = sessions.findIndex((session) => session.id === id);
    if (index >= 0) sessions.splice(index, 1)[0]!.close();
  };

  async function watchStar(roomId: number, offerSdp: string): Promise<Answered> {
    const id = crypto.randomUUID();
    const sdp = await relay.watch(id, roomId, offerSdp);
    if (sdp !== null) return { id, sdp };
    broadcasts.sweep(roomId);
    return new HttpResponse('nobody sends', { status: 404 });
  }

  async function answer(path: string, name: string, offerSdp: string): Promise<Answered> {
    const earlier = count++;
    const now = (): readonly Fault[] => faultsOn(faults(), 'stream', path, earlier);
    const refusal = refused(now());
    if (refusal) return refusal;
    const roomId = roomOfStream(name);
    if (roomId !== 0) return watchStar(roomId, offerSdp);
    while (sessions.length >= MAX_SESSIONS) sessions.shift()?.close();
    const id = String(earlier + 1);
    const peer = new RTCPeerConnection();
    const source = await openWebRtcSource(name);
    let timer: ReturnType<typeof setInterval> | undefined;
    const close = (): void => {
      clearInterval(timer);
      peer.close();
      source.stop();
    };
    sessions.push({ id, close });
    peer.addEventListener('connectionstatechange', () => {
      if (peer.connectionState === 'failed' || peer.connectionState === 'closed') leave(id);
    });
    await peer.setRemoteDescription({ type: 'offer', sdp: offerSdp });
    const senders = source.stream.getTracks().map((track) => peer.addTrack(track, source.stream));
    const picture = senders.find(({ track }) => track?.kind === 'video');
    const track = picture?.track ?? null;
    // On a busy machine the frame rate is reduced instead of the size, which belongs to the room.
    if (track) track.contentHint = 'detail';
    await peer.setLocalDescription();
    await gathered(peer);
    const startMs = performance.now();
    timer = setInterval(() => {
      const elapsedMs = performance.now() - startMs;
      const cut = faultOf(now(), 'cut');
      if (cut && elapsedMs >= cut.afterMs) leave(id);
      const stall = faultOf(now(), 'stall');
      const isStill = stall !== undefined && elapsedMs >= stall.afterMs && elapsedMs < stall.afterMs + (stall.forMs ?? Infinity);
      const wanted = isStill ? null : track;
      if (picture && picture.track !== wanted && peer.connectionState !== 'closed') void picture.replaceTrack(wanted);
    }, FAULT_LOOK_MS);
    return { id, sdp: peer.localDescription!.sdp };
  }
  return { answer, leave };
}

/**
 * Faults of the channel `stream` whose `match` is in the path apply here too: refuse and status to the offer, stall (of the video) and cut.
 */
export function webRtcHandlers(deps: WebRtcDeps): readonly HttpHandler[] {
  const take = createTaker(deps);
  const { answer, leave } = createAnswerer(deps);
  return [
    http.post('*/rtc/whep/:name', async ({ request, params }) => {
      const answered = await answer(new URL(request.url).pathname, String(params['name']), await request.text());
      return created(answered, 'whep');
    }),
    http.delete('*/rtc/whep/session/:id', ({ params }) => {
      leave(String(params['id']));
      return new HttpResponse(null, { status: 200 });
    }),
    http.post('*/rtc/whip/:name', async ({ request }) => {
      const url = new URL(request.url);
      return created(await take(url.pathname, url, await request.text()), 'whip');
    }),
    http.delete('*/rtc/whip/session/:id', ({ params }) => {
      deps.relay.unpublish(String(params['id']));
      return new HttpResponse(null, { status: 200 });
    }),
    http.post('*/rtc/v1/:way/', async ({ request, params }) => {
      const body: unknown = await request.json();
      const read = (name: string): unknown => (typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined);
      const [offer, address] = [read('sdp'), read('streamurl')];
      if (typeof offer !== 'string' || typeof address !== 'string') return HttpResponse.json({ code: 400 });
      const path = new URL(request.url).pathname;
      const stream = new URL(address.replace(/^webrtc:/, 'https:'));
      const answered = params['way'] === 'publish' ? await take(path, stream, offer) : await answer(path, nameAt(stream), offer);
      if (answered instanceof Response) return answered;
      return HttpResponse.json({ code: 0, server: 'footlight-offline', sessionid: answered.id, sdp: answered.sdp });
    }),
  ];
}

/** The last part of an address: the stream's name. */
const nameAt = (address: URL): string => address.pathname.split('/').at(-1) ?? '';

/** The response of WHIP and WHEP. */
function created(answered: Answered, way: 'whip' | 'whep'): Response {
  if (answered instanceof Response) return answered;
  return new HttpResponse(answered.sdp, {
    status: 201,
    headers: {
      'content-type': 'application/sdp',
      location: `/rtc/${way}/session/${answered.id}`,
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'location',
    },
  });
}
