/**
 * WebRTC of a server by both protocols of the room (src/player/kinds/signalling.ts): a star sends a room's picture, viewers receive it, or a
 * recording. The offline room and the origin server transport it by different relays.
 */
import { faultOf, faultsOn, type Fault } from './faults.ts';
import { fieldsOf, readJson } from './json.ts';
import { OPEN_HEADERS, openingOf } from '../recordings/replay.ts';
import { roomOfStream, type Broadcasts } from '../sessions/broadcasts.ts';

/** Called while the star's pictures arrive, with the time since the offer; false ends the broadcast. */
export type GoesOn = (elapsedMs: number) => boolean;

export interface Relay {
  /** Answers the star's offer; `id` identifies the publication. */
  publish(id: string, roomId: number, offerSdp: string, goesOn: GoesOn): Promise<string>;
  /** Ends this publication; a later one is not affected. */
  unpublish(id: string): void;
  /** null: no broadcast. */
  watch(id: string, roomId: number, offerSdp: string): Promise<string | null>;
  leave(id: string): void;
}

/** Faults of the channel `stream` whose `match` is in the path apply here too: refuse and status to the offer, stall (of the video) and cut. */
export interface RtcDeps {
  readonly broadcasts: Broadcasts;
  readonly relay: Relay;
  readonly faults: () => readonly Fault[];
  /** Answers a viewer's offer with a recording. */
  readonly play?: (id: string, name: string, offerSdp: string, faults: () => readonly Fault[]) => Promise<string>;
}

type Answer = { readonly id: string; readonly sdp: string } | Response;

export function createRtc({ broadcasts, relay, faults, play }: RtcDeps) {
  const counts = { whip: 0, whep: 0 };

  async function exchange(way: 'whip' | 'whep', path: string, stream: URL, offerSdp: string): Promise<Answer> {
    const earlier = counts[way]++;
    const now = (): readonly Fault[] => faultsOn(faults(), 'stream', path, earlier);
    const opening = openingOf(now());
    if (opening.name === 'refused') return Response.error();
    if (opening.name === 'status') return new Response(null, { status: opening.status });
    const name = stream.pathname.split('/').at(-1) ?? '';
    const roomId = roomOfStream(name);
    const id = crypto.randomUUID();
    if (way === 'whep') {
      const sdp = roomId === 0 ? await play?.(id, name, offerSdp, now) : await relay.watch(id, roomId, offerSdp);
      if (sdp) return { id, sdp };
      broadcasts.sweep(roomId);
      return new Response('nobody sends', { status: 404 });
    }
    const session = stream.searchParams.get('session') ?? '';
    if (!broadcasts.mayPublish(roomId, session)) return new Response('not the session of this room', { status: 409 });
    const sdp = await relay.publish(id, roomId, offerSdp, (elapsedMs) => {
      const cut = faultOf(now(), 'cut');
      if ((cut && elapsedMs >= cut.afterMs) || !broadcasts.mayPublish(roomId, session)) return false;
      broadcasts.seen(roomId, session);
      return true;
    });
    return { id, sdp };
  }

  /** Answers a request below `/rtc/`. */
  return async (method: string, url: URL, text: () => Promise<string>): Promise<Response> => {
    const [, , way = '', kind = '', id = ''] = url.pathname.split('/');
    if (way === 'v1' && method === 'POST') return answerSrs(kind === 'publish' ? 'whip' : 'whep', await text());
    if (way !== 'whip' && way !== 'whep') return new Response(null, { status: 404 });
    if (method === 'DELETE' && kind === 'session') {
      if (way === 'whip') relay.unpublish(id);
      else relay.leave(id);
      return new Response(null, { status: 200 });
    }
    if (method !== 'POST') return new Response(null, { status: 405 });
    const answered = await exchange(way, url.pathname, url, await text());
    if (answered instanceof Response) return answered;
    const headers = {
      ...OPEN_HEADERS,
      'content-type': 'application/sdp',
      location: `/rtc/${way}/session/${answered.id}`,
      'access-control-expose-headers': 'location',
    };
    return new Response(answered.sdp, { status: 201, headers });
  };

  async function answerSrs(way: 'whip' | 'whep', text: string): Promise<Response> {
    const { sdp, streamurl } = fieldsOf(readJson(text));
    if (typeof sdp !== 'string' || typeof streamurl !== 'string') return Response.json({ code: 400 });
    const path = way === 'whip' ? '/rtc/v1/publish/' : '/rtc/v1/play/';
    const answered = await exchange(way, path, new URL(streamurl.replace(/^webrtc:/, 'https:')), sdp);
    if (answered instanceof Response) return answered;
    return Response.json({ code: 0, server: 'footlight-offline', sessionid: answered.id, sdp: answered.sdp });
  }
}
