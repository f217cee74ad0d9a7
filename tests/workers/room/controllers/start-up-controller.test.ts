/** The start-up's controller: calls, commands and reports of its decisions. */
import { beforeAll, expect, test } from 'vitest';
import { messageOf, messagesDown } from '../../../message-of.ts';
import { listeningHalf, liveInfo, loadAllFeatures, openRoom, testFeature } from '../harness.ts';

beforeAll(loadAllFeatures);

const starLeft = messagesDown([messageOf('live-status', { roomid: 1_001, status: 0 })]);
const failed = { type: 'failed', failure: 'ACK_FAIL', detail: 'x', network: false, codecUnsupported: false } as const;

test('P1 visitors other than the star are redirected from the star’s address to the viewers’', async () => {
  const room = openRoom({ path: '/room/star/1001' });
  await room.settle(40);
  expect(room.commands('navigate')).toEqual([{ type: 'navigate', to: '/live/1001' }]);
  expect(room.played).toEqual([]);
});

test('P5 the player waits for the config, which may arrive late', async () => {
  let answer: (config: object) => void = () => undefined;
  const room = openRoom({ answers: { '/config': () => new Promise((resolve) => (answer = resolve)) } });
  await room.settle(40);
  expect(room.played).toEqual([]);
  answer({});
  await room.settle(40);
  expect(room.played).toHaveLength(1);
});

test('P6 failed live info is reported and logged, and live is tried with separately requested addresses', async () => {
  const addresses = { responseCode: 0, data: { status: 1, httpflv: ['https://cdn.test/b.flv'] } };
  const room = openRoom({ answers: { '/info': new Error('no way'), '/addresses': addresses } });
  await room.settle(40);
  await room.settle(40);
  expect(room.reported('failure')).toContainEqual(
    expect.objectContaining({ code: 'HTTP_NETWORK', detail: expect.stringContaining('/room/1001/info') }),
  );
  expect(room.view().player.log).toContainEqual(expect.objectContaining({ type: 'note', text: expect.stringContaining('live info:') }));
  expect(room.played.at(-1)).toMatchObject({ type: 'play', url: 'https://cdn.test/b.flv' });
});

test('P5 a room limited by the server is not shown, with the reason', async () => {
  const room = openRoom({ answers: { '/info': liveInfo({ code: 20_001, room: { isLiveRoom: true } }) } });
  await room.settle(40);
  expect(room.view().stage).toEqual({ name: 'loading' });
  expect(room.view().unavailable).toEqual({ why: 'refused', code: 20_001, message: 'ok' });
});

test('P7 P8 when the star leaves a stage feature is withdrawn and the offline video is shown', async () => {
  const guest = listeningHalf();
  const room = openRoom({ features: [testFeature({ wakes: ['room-start'], stageOrder: 1 })], loadFeature: async () => guest.half });
  await room.settle(40);
  room.socket.deliver(starLeft);
  await room.settle(40);
  expect(guest.types()).toContain('stage-withdrawn');
  expect(room.view().stage).toEqual({ name: 'feature', feature: 'offline-video' });
});

test('P7 P30 when the star leaves the player stops, the visit becomes offline once, and the stream’s figures are cleared', async () => {
  const room = openRoom();
  await room.settle(40);
  room.report({ type: 'stream-messages', messages: [{ code: 2, json: '{"delay":250}', ptsMs: 0 }] });
  await room.settle(40);
  expect(room.view().streamInfo).toMatchObject({ dispatched: 1, delayMs: 250 });
  room.socket.deliver(starLeft);
  await room.settle(40);
  expect(room.played.at(-1)).toMatchObject({ type: 'stop', keepsPicture: false });
  expect(room.reported('room').map(({ event }) => event)).toEqual(['live', 'entered', 'offline']);
  expect(room.view().streamInfo).toMatchObject({ dispatched: 0 });
  room.act({ type: 'retry-player' });
  await room.settle(40);
  expect(room.played.at(-1)).toMatchObject({ type: 'stop' });
});

test('P24 a live room stopped by the viewer plays again on request', async () => {
  const room = openRoom();
  await room.settle(40);
  room.act({ type: 'stop-player' });
  room.act({ type: 'retry-player' });
  await room.settle(40);
  await room.settle(40);
  expect(room.askedFor('/addresses')).toHaveLength(1);
});

test('P6 a radio room shows its scene instead of a picture', async () => {
  const room = openRoom({ answers: { '/info': liveInfo({ liveType: 'radio' }) } });
  await room.settle(40);
  expect(room.view().stage).toEqual({ name: 'radio' });
});

test('P2 debug config and debug address apply only with debug=1', async () => {
  const query = 'kind=h264&src=https://try.test/x.flv&config=firstFailWaitMs:1000';
  const urlOf = (room: ReturnType<typeof openRoom>): unknown => room.played.map((command) => command.type === 'play' && command.url);
  const debug = openRoom({ path: `/live/1001?debug=1&${query}` });
  await debug.settle(40);
  expect(urlOf(debug)).toEqual(['https://try.test/x.flv']);
  await debug.settle(1_100);
  expect(debug.view().player.log.map(({ type }) => type)).toContain('failure');
  const plain = openRoom({ path: `/live/1001?${query}` });
  await plain.settle(40);
  expect(urlOf(plain)).toEqual(['https://cdn.test/a.flv']);
  await plain.settle(1_100);
  expect(plain.view().player.log.map(({ type }) => type)).not.toContain('failure');
});

test('P21 P24 fresh addresses are requested as a retry for the failed player; a failure of the call is reported', async () => {
  const room = openRoom();
  await room.settle(40);
  room.report(failed);
  await room.settle(6_000);
  await room.settle(40);
  expect(room.askedFor('/addresses').map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([{ kind: 'h264', type: 'retry' }]);
  expect(room.reported('failure')).toContainEqual(
    expect.objectContaining({ code: 'HTTP_STATUS', detail: expect.stringContaining('/addresses') }),
  );
});

test('P21 live info without addresses causes a request for them, as a start', async () => {
  const info = { responseCode: 0, data: { status: 1, room: { starId: 77 } } };
  const room = openRoom({ answers: { '/info': info } });
  await room.settle(40);
  expect(room.askedFor('/addresses').map(({ url }) => url.searchParams.get('type'))).toEqual(['start']);
});
