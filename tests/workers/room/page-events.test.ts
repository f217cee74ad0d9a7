/** Events of the page and actions of the viewer reach their controllers. */
import { beforeAll, expect, test } from 'vitest';
import { loadAllFeatures, openRoom } from './harness.ts';

beforeAll(loadAllFeatures);

const BOTH = {
  responseCode: 0,
  data: { status: 1, sid: 's', httpflv: ['https://cdn.test/a.flv'], h265flv: ['https://cdn.test/b.flv'], room: { starId: 77 } },
};

test('P29 a hidden tab stops decoding after a while', async () => {
  const room = openRoom({ answers: { '/info': BOTH } });
  await room.settle(40);
  room.report({ type: 'first-frame', width: 852, height: 480, sinceStartMs: 100 });
  room.player.setVisible(false);
  await room.settle(5_000);
  expect(room.played.at(-1)).toMatchObject({ type: 'set-decoding', on: false });
});

test('P29 picture-in-picture during h265 switches to h264, which has a <video>', async () => {
  const room = openRoom({ answers: { '/info': BOTH } });
  await room.settle(40);
  expect(room.played.at(-1)).toMatchObject({ type: 'play', kind: 'h265' });
  room.player.order({ type: 'picture-in-picture' });
  await room.settle(40);
  expect(room.played.at(-1)).toMatchObject({ type: 'play', kind: 'h264' });
});

test('P8 without the page’s poster no ad takes the stage', async () => {
  const ad = { code: 0, data: { adSwitch: 1, concertId: 'c1', src: '/ad.mp4', durationS: 10 } };
  const room = openRoom({ answers: { '/ad/query': ad } });
  room.page.deliver({ type: 'element', name: 'poster', exists: false });
  await room.settle(40);
  expect(room.view().stage).toEqual({ name: 'live' });
});

test('S31 a failed part of the page is shown and reported, and the room continues', async () => {
  const room = openRoom();
  await room.settle(40);
  room.page.deliver({ type: 'page-part-failed', name: 'beacons', feature: false, detail: '404' });
  await room.settle(40);
  expect(room.view().services).toEqual([{ service: 'page', name: 'beacons', code: 'MODULE_LOAD_FAILED', recovering: false }]);
  expect(room.reported('failure')).toContainEqual({ type: 'failure', code: 'MODULE_LOAD_FAILED', detail: 'beacons: 404' });
});

test('S31 the notice of a failed part of the page is removed when the part is shown', async () => {
  const room = openRoom();
  await room.settle(40);
  for (const name of ['emoji', 'chat-search']) room.page.deliver({ type: 'page-part-failed', name, feature: false, detail: '404' });
  room.page.deliver({ type: 'page-part-shown', name: 'emoji' });
  await room.settle(40);
  expect(room.view().services.map(({ name }) => name)).toEqual(['chat-search']);
});

test('P29 P13 a volume out of range is ignored, a valid one is applied and stored', async () => {
  const room = openRoom();
  await room.settle(40);
  const before = room.view().player.volume;
  for (const volume of [-0.1, 1.1, NaN]) room.act({ type: 'set-volume', volume });
  await room.settle(40);
  expect(room.view().player.volume).toBe(before);
  room.act({ type: 'set-volume', volume: 0.5 });
  await room.settle(40);
  expect(room.view().player.volume).toBe(0.5);
  expect(room.played.at(-1)).toEqual({ type: 'set-volume', volume: 0.5, muted: false });
  expect(room.commands('store')).toContainEqual(expect.objectContaining({ area: 'local', key: 'footlight.volume' }));
});

test('P4 the chosen fit of the picture is applied and stored, and a closed dialog is removed', async () => {
  const room = openRoom();
  await room.settle(40);
  room.act({ type: 'choose-fit', fit: 'fill' });
  room.act({ type: 'open-login' });
  await room.settle(40);
  expect(room.view().layout.fit).toBe('fill');
  expect(room.commands('store')).toContainEqual(expect.objectContaining({ key: 'footlight.pictureFit' }));
  expect(room.view().dialogs).toEqual([{ type: 'login' }]);
  room.act({ type: 'close-dialog', dialog: 'login' });
  await room.settle(40);
  expect(room.view().dialogs).toEqual([]);
});
