import { RTCPeerConnection, useVP8 } from 'werift';
import { afterEach, expect, test, vi } from 'vitest';
import { createOriginRelay, type OriginRelay } from '../../../mocks/origin/relay.ts';

const ROOM = 1001;
const peers: RTCPeerConnection[] = [];
const relays: OriginRelay[] = [];
afterEach(async () => {
  await Promise.all([...relays.splice(0), ...peers.splice(0)].map((one) => one.close()));
});

async function offer(direction: 'sendonly' | 'recvonly'): Promise<string> {
  const peer = new RTCPeerConnection({ codecs: { video: [useVP8()] }, iceServers: [], iceAdditionalHostAddresses: ['127.0.0.1'] });
  peers.push(peer);
  peer.addTransceiver('video', { direction });
  await peer.setLocalDescription(await peer.createOffer());
  return peer.localDescription?.sdp ?? '';
}

test('P20 the origin server gives the place of a viewer who never connects to another viewer', async () => {
  const relay = createOriginRelay(200);
  relays.push(relay);
  await relay.publish('star', ROOM, await offer('sendonly'), () => true);
  const sdp = await offer('recvonly');
  // Sixteen viewers have sent their offers and closed the page.
  const places = await Promise.all(Array.from({ length: 17 }, (_one, at) => relay.watch(`viewer ${at}`, ROOM, sdp)));
  expect(places.filter((answer) => answer === null)).toHaveLength(1);
  await vi.waitFor(async () => expect(await relay.watch('late viewer', ROOM, sdp)).not.toBeNull(), { timeout: 20_000, interval: 100 });
});
