import { afterEach, expect, test, vi } from 'vitest';
import { SIGNALLING } from '../../kinds/signalling.ts';

const SDP = 'v=0\r\n';
const { signal } = new AbortController();
afterEach(() => void vi.unstubAllGlobals());

/** Answers each request in turn, and records the requests. */
function server(...answers: (Response | Error)[]) {
  const asked: { url: string; method: string; type: string | null; body: string }[] = [];
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    asked.push({
      url,
      method: init.method ?? 'GET',
      type: headers.get('content-type'),
      body: typeof init.body === 'string' ? init.body : '',
    });
    const answer = answers.shift() ?? new Response('');
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  return asked;
}

test.each(['play', 'publish'] as const)(
  'P20 P31 %s: the offer is the body, status 201 contains the answer, and leaving deletes the session',
  async (way) => {
    const asked = server(new Response(SDP, { status: 201, headers: { location: '/session/7' } }));
    const answered = await SIGNALLING[way][5]!.exchange('https://x.test/rtc/room', 'offer', signal);
    expect(asked).toEqual([{ url: 'https://x.test/rtc/room', method: 'POST', type: 'application/sdp', body: 'offer' }]);
    expect(answered).toMatchObject({ ok: true, value: { sdp: SDP } });
    if (answered.ok) answered.value.leave();
    expect(asked[1]).toMatchObject({ url: 'https://x.test/session/7', method: 'DELETE' });
  },
);

test('P20 P31 an answer whose session has no valid address is used without one, and an open DTLS role, as from Janus 1.1, becomes `active`', async () => {
  const asked = server(new Response('v=0\r\na=setup:actpass\r\n', { status: 201, headers: { location: 'https://[' } }));
  const answered = await SIGNALLING.play[5]!.exchange('https://x.test/rtc/room', 'offer', signal);
  expect(answered).toMatchObject({ ok: true, value: { sdp: 'v=0\r\na=setup:active\r\n' } });
  if (answered.ok) answered.value.leave();
  expect(asked.length).toBe(1);
});

test.each([
  ['play', 'webrtc:', 0],
  ['publish', 'webrtc:', 0],
  ['play', '', '0'],
] as const)(
  'P20 P31 %s at SRS: one object per direction, at the address of the host of %j//…, with the code %j',
  async (way, scheme, code) => {
    const asked = server(Response.json({ code, sdp: SDP }));
    const url = `${scheme}//x.test/live/room?session=1`;
    expect(await SIGNALLING[way][16]!.exchange(url, 'offer', signal)).toMatchObject({ ok: true, value: { sdp: SDP } });
    expect(asked[0]).toMatchObject({ url: `https://x.test/rtc/v1/${way}/`, type: 'application/json' });
    expect(JSON.parse(asked[0]!.body)).toMatchObject({ streamurl: url, sdp: 'offer' });
  },
);

test.each([
  [5, new Response('', { status: 403 }), { code: 'HTTP_STATUS', status: 403 }],
  [5, new Response('<html>'), { code: 'HTTP_BAD_BODY' }],
  [5, new Response('v'.repeat(300_000)), { code: 'HTTP_TOO_LONG' }],
  [5, new Error('no way'), { code: 'HTTP_NETWORK' }],
  [16, Response.json({ code: 400, sdp: SDP }), { code: 'HTTP_BAD_BODY', detail: 'the server answered code 400' }],
  [16, Response.json({ code: 0 }), { code: 'HTTP_BAD_BODY' }],
  [16, new Response('[]'), { code: 'HTTP_BAD_BODY' }],
  [16, new Response('', { status: 500 }), { code: 'HTTP_STATUS', status: 500 }],
] as const)('P20 P31 a failure of provider %i is a named error', async (provider, answer, error) => {
  server(answer);
  expect(await SIGNALLING.publish[provider]!.exchange('https://x.test/a', 'offer', signal)).toMatchObject({ ok: false, error });
});

test.each(['webrtc://', '/live/room'])('P20 P31 the stream address %s, which names no SRS, is a named error', async (url) => {
  const asked = server();
  expect(await SIGNALLING.play[16]!.exchange(url, 'offer', signal)).toMatchObject({ ok: false, error: { code: 'HTTP_NETWORK' } });
  expect(asked).toEqual([]);
});
