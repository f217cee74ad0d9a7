import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Fault } from '../../mocks/backend/faults.ts';
import { roomTalk } from '../../mocks/sessions/room-talk.ts';
import { startOrigin, streamNameOf, type Origin } from '../../mocks/origin/server.ts';
import { readServices } from '../../src/core/services.ts';
import { FlvDemuxer, type FlvEvent } from '../../src/workers/stream/flv.ts';
import { encodeCommand } from '../../src/wire/encode-command.ts';
import { readFrame } from '../../src/wire/frame.ts';
import { enter } from './chat-login.ts';
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
  const demuxer = new FlvDemuxer((event) => events.push(event));
  const response = await fetch(url);
  expect(response.headers.get('content-type')).toBe('video/x-flv');
  try {
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      demuxer.push(chunk);
      if (events.filter((event) => event.type === 'video' && event.tag.type === 'picture').length >= pictures) {
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
    const pictures = events.flatMap((event) =>
      event.type === 'video' && event.tag.type === 'picture' ? [{ ...event.tag, timeMs: event.timeMs }] : [],
    );
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

test('an FLV file whose name has other characters than an address is served under the name that the command prints', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footlight-origin-'));
  const file = join(folder, '我的 clip (1).flv');
  copyFileSync(join(FIXTURES, 'streams/sync-640x360-h264.flv'), file);
  const { address } = await start({ file });
  expect((await watch(`${address}/live/${streamNameOf(file)}.flv`, 5)).ended).toBe('enough');
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

test('calls are answered with this server’s addresses, also as callbacks; unknown ones are refused', async () => {
  const { address } = await start({ scenario: 'radio' });
  const info = (await (await fetch(`${address}/svc/live/room/1005/info`)).json()) as { data: { httpflv: string[]; liveType: string } };
  expect(info.data).toMatchObject({ liveType: 'radio', httpflv: [`${address}/live/radio.flv?scenario=radio`] });
  const callback = await (await fetch(`${address}/svc/backup/socket_scheduler/pc/binary/v1/address.jsonp?jsonpcallback=go`)).text();
  expect(callback).toMatch(/^go\(\{.*\}\)$/);
  expect((await fetch(`${address}/svc/log/stats`, { method: 'POST', body: 'x'.repeat(1_000) })).status).toBe(200);
  expect((await fetch(`${address}/svc/live/nothing`)).status).toBe(404);
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

test('live info counts a viewer who follows once, in that room only, until the viewer unfollows', async () => {
  const { address } = await start();
  const followers = async (roomId: number): Promise<number> => {
    const info = (await (await fetch(`${address}/svc/live/room/${roomId}/info`)).json()) as { data: { room: { followers: number } } };
    return info.data.room.followers;
  };
  const set = (on: number, token = 't'): Promise<Response> => {
    const body = JSON.stringify({ roomId: 1_001, starId: 91_001, userId: 7, token, appId: '', on });
    return fetch(`${address}/svc/live/feature/follow/set`, { method: 'POST', body });
  };
  const [before, other] = [await followers(1_001), await followers(1_002)];
  await set(1, '');
  expect(await followers(1_001)).toBe(before);
  for (let twice = 0; twice < 2; twice++) await set(1);
  expect([await followers(1_001), await followers(1_002)]).toEqual([before + 1, other]);
  await set(0);
  expect(await followers(1_001)).toBe(before);
});

test('S4 S6 S20 the chat uses a real WebSocket: login, heartbeat, own chat, pushes', async () => {
  const { address } = await start();
  const socket = new WebSocket(`${address.replace('http', 'ws')}/chat/normal`);
  const seen: (number | string)[] = [];
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => {
      const fields = {
        cmd: 201,
        roomid: 1001,
        kugouid: 7,
        token: 't',
        appid: '',
        referer: '',
        clientid: 100,
        v: 1,
        soctoken: '',
        sid: '',
        socsid: '',
        deviceNo: '',
        screen: 0,
        platid: 7,
        dfid: '-',
      };
      socket.send(encodeCommand({ id: 201, fields }));
      socket.send('HEARTBEAT_REQUEST');
      socket.send(new Uint8Array([1, 2, 3]));
      const chat = {
        cmd: 501,
        chatmsg: '在',
        receiverid: 0,
        receiveruserid: 0,
        issecrect: 0,
        seq: 1,
        mac: '',
        v: 1,
        source: 'others',
        uuid: 'u',
        paraAbnor: 0,
      };
      socket.send(encodeCommand({ id: 501, fields: chat }));
    });
    socket.on('message', (data: Buffer, isBinary) => {
      seen.push(isBinary ? value(readFrame(new Uint8Array(data))).command : data.toString());
      if (seen.length >= 8) resolve();
    });
  });
  socket.terminate();
  expect(seen.slice(0, 6)).toEqual([201, 901, 490_040, 490_023, 'HEARTBEAT_RESPONSE', 501]);
  expect(seen.length).toBe(8);
});

test('S20 each room has its own chat, as in the offline room', async () => {
  const { address } = await start();
  const firstLine = (roomid: number): Promise<string> =>
    new Promise((resolve, reject) => {
      enter(address, roomid, 7, (message) => {
        if (message.name === 'chat') resolve(message.body.chatmsg);
      }).catch(reject);
    });
  const [own, recorded] = await Promise.all([firstLine(1_002), firstLine(1_001)]);
  const written = (roomid: number): readonly string[] => roomTalk(roomid)!.records.map(({ bytes }) => new TextDecoder().decode(bytes));
  expect(written(1_002).some((text) => text.includes(own))).toBe(true);
  expect(written(1_002).some((text) => text.includes(recorded))).toBe(false);
});

test('S1 a refused socket does not open', async () => {
  const { address } = await start();
  const socket = new WebSocket(`${address.replace('http', 'ws')}/chat/socket-refused`);
  const failed = await new Promise<boolean>((resolve) => {
    socket.on('open', () => resolve(false));
    socket.on('error', () => resolve(true));
  });
  expect(failed).toBe(true);
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

test('the origin numbers the reports in order also after it has dropped the oldest', async () => {
  const origin = await start();
  for (let round = 0; round < 3; round++) {
    const body = JSON.stringify(Array.from({ length: 150 }, () => ({})));
    const { ok } = await fetch(`${origin.address}/svc/log/stats`, { method: 'POST', body });
    expect(ok).toBe(true);
  }
  expect(origin.reports().map(({ number }) => number)).toEqual(Array.from({ length: 200 }, (_, index) => 251 + index));
});

test('a WebSocket request with an invalid address ends only its own connection', async () => {
  const { address } = await start();
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.write(`GET // HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  await new Promise((resolve) =>
    socket
      .on('close', resolve)
      .on('error', () => undefined)
      .resume(),
  );
  expect((await fetch(`${address}/svc/live/rooms`)).status).toBe(200);
});
