import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test, vi } from 'vitest';
import { RTCPeerConnection, useVP8 } from 'werift';
import type { Fault } from '../../mocks/backend/faults.ts';
import { FRAME_PAGES, framePageAt, FRAMES_PATH } from '../../mocks/origin/frame-pages.ts';
import { createOriginRelay, type OriginRelay } from '../../mocks/origin/relay.ts';
import { type Origin, startOrigin } from '../../mocks/origin/server.ts';
import { readServices } from '../../src/core/services.ts';
import { copyOf, type FlvEvent, FlvReader } from '../../src/player/flv/reader.ts';
import { ofType } from '../../src/player/tests/flv/flv-bytes.ts';
import { value } from './fixture-files.ts';

const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));
let running: Origin[] = [];
async function start(options: Partial<Parameters<typeof startOrigin>[0]> = {}): Promise<Origin> {
  const origin = value(await startOrigin({ port: 0, scenario: '', dist: '/nonexistent', ...options }));
  running.push(origin);
  return origin;
}
afterEach(async () => {
  await Promise.all(running.map((origin) => origin.close()));
  running = [];
});

/** Reads a live stream until enough pictures were received or it ends; returns how it ended. */
async function watch(url: string, pictures: number): Promise<{ events: readonly FlvEvent[]; ended: 'enough' | 'closed' | 'broken' }> {
  const events: FlvEvent[] = [];
  const demuxer = new FlvReader((event) => events.push(copyOf(event)));
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('video/x-flv');
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      demuxer.push(chunk);
      if (ofType(events, 'picture').length >= pictures) {
        return { events, ended: 'enough' };
      }
    }
    return { events, ended: 'closed' };
  } catch {
    return { events, ended: 'broken' };
  }
}

const inject = (origin: Origin, faults: readonly Fault[]) =>
  fetch(`${origin.address}/__origin/faults`, { method: 'POST', body: JSON.stringify(faults) });

test.each(['h264', 'h265-id12', 'h265-hvc1'])(
  'P20 real HTTP-FLV of %s: header, configuration, a keyframe first, increasing times',
  async (carriage) => {
    const { address } = await start();
    const { events, ended } = await watch(`${address}/live/sync-640x360-${carriage}.flv`, 60);
    expect(ended).toBe('enough');
    const pictures = ofType(events, 'picture');
    expect(pictures[0]?.isKey).toBe(true);
    expect(pictures.every((picture, i) => i === 0 || picture.timeMs > pictures[i - 1]!.timeMs)).toBe(true);
    expect(pictures.every((picture) => picture.codec === (carriage === 'h264' ? 'h264' : 'h265'))).toBe(true);
    expect(events.filter((event) => event.type === 'damage')).toEqual([]);
  },
);

test('any FLV file is served as a live stream by its name', async () => {
  const { address } = await start({ file: join(FIXTURES, 'streams/sync-640x360-h264.flv') });
  expect((await watch(`${address}/live/sync-640x360-h264.flv`, 5)).ended).toBe('enough');
  const folder = mkdtempSync(join(tmpdir(), 'footlight-origin-'));
  writeFileSync(join(folder, 'bad.flv'), 'not a stream');
  expect(await startOrigin({ port: 0, scenario: '', dist: '', file: join(folder, 'bad.flv') })).toMatchObject({
    ok: false,
    error: { code: 'RECORDING_BAD' },
  });
  rmSync(folder, { recursive: true });
});

test('P26 faults of the scenario and injected faults apply until they are removed: status, cut and refusal', async () => {
  const failing = await start({ scenario: 'all-addresses-fail' });
  expect((await fetch(`${failing.address}/live/sync-640x360-h264.flv`)).status).toBe(503);
  const origin = await start();
  const url = `${origin.address}/live/sync-640x360-h264.flv`;
  expect((await fetch(`${origin.address}/live/none.flv`)).status).toBe(404);
  expect((await inject(origin, [{ on: 'stream', kind: 'cut', afterMs: 300 }])).status).toBe(204);
  const cut = await watch(url, 10_000);
  expect([cut.ended, cut.events.length > 10]).toEqual(['broken', true]);
  await inject(origin, [{ on: 'stream', kind: 'refuse' }]);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
  expect((await inject(origin, [{ on: 'stream', kind: 'nonsense' } as never])).status).toBe(400);
  await inject(origin, []);
  expect((await watch(url, 5)).ended).toBe('enough');
});

test('S4 a user id without a token is a guest: its follow is refused, and it gets a guest’s chat address', async () => {
  const { address } = await start();
  const answers = async (cookie: string, token: string): Promise<readonly unknown[]> => {
    const asked = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> =>
      (await (await fetch(`${address}/svc/${path}`, { ...init, headers: { cookie } })).json()) as Record<string, unknown>;
    const follow = JSON.stringify({ roomId: 1_001, starId: 91_001, userId: 7, token, appId: '', on: 1 });
    const dispatch = await asked('backup/socket_scheduler/pc/binary/v1/address.jsonp');
    return [
      (await asked('live/feature/follow/set', { method: 'POST', body: follow }))['code'],
      Reflect.get(Object(dispatch['data']), 'type'),
    ];
  };
  expect(await answers('fx_userid=7; fx_token=t', 't')).toEqual([0, 'login']);
  for (const cookie of ['fx_userid=7', 'fx_userid=7; fx_token=']) expect(await answers(cookie, ''), cookie).toEqual([401, 'guest']);
});

test('files are served by ranges, none outside of the folders is served, and the page contains this server’s services', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'footlight-dist-'));
  writeFileSync(join(dist, 'index.html'), '<script type="application/json" id="services">{}</script>');
  const { address } = await start({ dist });
  const part = await fetch(`${address}/fixtures/clips/ad.mp4`, { headers: { range: 'bytes=4-7' } });
  expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
  expect((await fetch(`${address}/fixtures/clips/ad.mp4`, { headers: { range: 'bytes=999999999-' } })).status).toBe(416);
  const html = await (await fetch(`${address}/live/1001`)).text();
  const { services, problems } = readServices(/services">(.*)<\/script>/.exec(html)?.[1] ?? '', 'http://elsewhere');
  expect([services.live, problems]).toEqual([`${address}/svc/live`, []]);
  const raw = await new Promise<string>((resolve) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1', () =>
      socket.write('GET /fixtures/..%2f..%2fpackage.json HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n'),
    );
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    socket.on('close', () => resolve(text));
  });
  expect(raw).toContain('404');
  rmSync(dist, { recursive: true });
});

test('the build is served compressed if accepted, with its headers, and cached if the name contains a hash', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'footlight-dist-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'index.html'), '<p>room</p>');
  const text = 'export {};'.repeat(500);
  writeFileSync(join(dist, 'assets/a-1.js'), text);
  writeFileSync(join(dist, 'assets/a-1.js.br'), brotliCompressSync(text));
  writeFileSync(join(dist, 'assets/a-1.js.gz'), gzipSync(text));
  const { address } = await start({ dist });
  const ask = async (encoding: string): Promise<readonly unknown[]> => {
    const answer = await fetch(`${address}/assets/a-1.js`, { headers: { 'accept-encoding': encoding } });
    return [answer.headers.get('content-encoding'), (await answer.text()) === text, answer.headers.get('vary')];
  };
  expect(await ask('gzip, deflate, br')).toEqual(['br', true, 'accept-encoding']);
  expect(await ask('gzip;q=0.5, br;q=0')).toEqual(['gzip', true, 'accept-encoding']);
  expect(await ask('identity')).toEqual([null, true, 'accept-encoding']);
  const asset = await fetch(`${address}/assets/a-1.js`);
  expect(asset.headers.get('cache-control')).toContain('immutable');
  expect(asset.headers.get('x-content-type-options')).toBe('nosniff');
  const page = await fetch(`${address}/live/1001`);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect((await fetch(`${address}/assets/gone.js`)).status).toBe(404);
  rmSync(dist, { recursive: true });
});

const html = FRAME_PAGES.filter((path) => path.endsWith('.html'));
const textOf = (path: string): string => framePageAt(path) ?? '';

test('S31 no embedded page has inline code, because the room’s content policy applies to it', () => {
  for (const path of html) {
    expect(textOf(path)).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/i);
    for (const [, address = ''] of textOf(path).matchAll(/(?:src|href)="([^"]+)"/g)) {
      const { pathname } = new URL(address, `https://room.test${FRAMES_PATH}${path}`);
      const isRoomPage = pathname === '/' || pathname === '/frame-client.js';
      expect(isRoomPage || framePageAt(pathname.slice(FRAMES_PATH.length)) !== null, `${path}: ${address}`).toBe(true);
    }
  }
});

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
