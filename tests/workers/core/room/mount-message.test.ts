import { expect, test } from 'vitest';
import { readMount } from '../../../../src/workers/core/room/mount-message.ts';

const encoded = (usingMount: unknown): string => encodeURIComponent(JSON.stringify({ usingMount }));

test('P11 the mount of a viewer who comes in, from the URL-encoded ext or from its protobuf twin', () => {
  const expected = { status: 1, src: '/m.png', id: 7, name: '飞马', isVideo: true, nickname: '<小鹿>' };
  const mount = { s: 1, swf: '', id: 7, n: '飞马', v: 1, bi: '/m.png', p: 500 };
  expect(readMount({ nickname: '&lt;小鹿&gt;', ext: encoded(mount) })).toEqual(expected);
  expect(
    readMount({ nickname: '&lt;小鹿&gt;', ext: '', userExt: { usingMount: { id: 7, n: '飞马', bi: '/m.png', p: 500, v: true } } }),
  ).toEqual(expected);
});

test.each([
  ['no mount', { nickname: 'a', ext: encodeURIComponent('{}') }],
  ['no name', { nickname: '', ext: encoded({ n: 'x' }) }],
  ['a mount that is not in use', { nickname: 'a', ext: encoded({ s: 0, n: 'x' }) }],
  ['half an escape', { nickname: 'a', ext: '%E0%A4%A' }],
  ['not JSON', { nickname: 'a', ext: '{' }],
  ['too long', { nickname: 'a', ext: encoded({ n: 'x'.repeat(20_000) }) }],
  ['wrong types', { nickname: 3, ext: encoded([1]) }],
])('P11 %s: on foot', (_why, body) => {
  expect(readMount(body)).toBeNull();
});

test('P11 an address that no browser should fetch is left out', () => {
  expect(readMount({ nickname: 'a', ext: encoded({ n: 'x', bi: 'javascript:alert(1)' }) })).toMatchObject({ src: '' });
});
