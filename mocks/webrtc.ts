/**
 * The answering peer of the offline room: a real RTCPeerConnection in the page that publishes a recording (webrtc-source.ts), so that the
 * viewer's whole WebRTC path runs on loopback. Asked by the same two protocols as a server would be (src/ui/players/signalling.ts).
 */
import { http, HttpResponse, type HttpHandler } from 'msw/http';
import { faultOf, faultsOn, type Fault } from './faults.ts';
import { openingOf } from './replay.ts';
import { openWebRtcSource } from './webrtc-source.ts';

/** Viewers of one page; the oldest is let go. */
const MAX_SESSIONS = 4;
/** How often a session looks for faults: those of the panel come while it runs. */
const FAULT_LOOK_MS = 200;

interface PeerSession {
  readonly id: string;
  close(): void;
}

/** Faults of the lane `stream` whose `match` is in the path hold here too: refuse and status for the offer, stall (of the picture) and cut. */
export function webRtcHandlers(faults: () => readonly Fault[]): readonly HttpHandler[] {
  const sessions: PeerSession[] = [];
  let count = 0;

  const leave = (id: string): void => {
    const index = sessions.findIndex((session) => session.id === id);
    if (index >= 0) sessions.splice(index, 1)[0]!.close();
  };

  async function answer(path: string, name: string, offerSdp: string): Promise<{ readonly id: string; readonly sdp: string } | Response> {
    const earlier = count++;
    const now = (): readonly Fault[] => faultsOn(faults(), 'stream', path, earlier);
    const opening = openingOf(now());
    if (opening.at === 'refused') return HttpResponse.error();
    if (opening.at === 'status') return new HttpResponse(null, { status: opening.status });
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
    // On a busy machine fewer pictures, not smaller ones: the size is the room's.
    if (track) track.contentHint = 'detail';
    await peer.setLocalDescription();
    await new Promise<void>((resolve) => {
      if (peer.iceGatheringState === 'complete') resolve();
      peer.addEventListener('icegatheringstatechange', () => peer.iceGatheringState === 'complete' && resolve());
    });
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

  return [
    http.post('*/rtc/whep/:name', async ({ request, params }) => {
      const answered = await answer(new URL(request.url).pathname, String(params['name']), await request.text());
      if (answered instanceof Response) return answered;
      return new HttpResponse(answered.sdp, {
        status: 201,
        headers: {
          'content-type': 'application/sdp',
          location: `/rtc/whep/session/${answered.id}`,
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'location',
        },
      });
    }),
    http.delete('*/rtc/whep/session/:id', ({ params }) => {
      leave(String(params['id']));
      return new HttpResponse(null, { status: 200 });
    }),
    http.post('*/rtc/v1/play/', async ({ request }) => {
      const body: unknown = await request.json();
      const read = (name: string): unknown => (typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined);
      const [offer, address] = [read('sdp'), read('streamurl')];
      if (typeof offer !== 'string' || typeof address !== 'string') return HttpResponse.json({ code: 400 });
      const answered = await answer(new URL(request.url).pathname, address.split('/').at(-1)!, offer);
      if (answered instanceof Response) return answered;
      return HttpResponse.json({ code: 0, server: 'footlight-offline', sessionid: answered.id, sdp: answered.sdp });
    }),
  ];
}
