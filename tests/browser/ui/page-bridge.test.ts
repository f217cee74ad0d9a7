import { expect, test, vi } from 'vitest';
import { connectBridge } from '../../../src/features/frames/page-bridge.ts';

const CALL = { footlight: 1, id: 1, cmd: 'info' };
const post = (call: object): string => `parent.postMessage(${JSON.stringify(call)}, '*')`;

/** A page in the room's sandbox; `then` runs when it has its answer. */
function open(sandbox: string, then: string) {
  const refused: string[] = [];
  const toasts: string[] = [];
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', sandbox);
  frame.srcdoc = `<script>addEventListener('message', ({ data }) => { if (data.re === 1) { ${then} } }); ${post(CALL)}</script>`;
  const close = connectBridge(frame, {
    policy: { domains: [], extra: [], own: 'https://own.test' },
    gameService: '',
    info: () => ({ version: 1, runtime: 0, roomId: 1001, starId: 1, userId: 7, language: 'en' }),
    onReady: () => undefined,
    onClose: () => undefined,
    onHide: () => undefined,
    onEscape: () => undefined,
    onLogin: () => undefined,
    onToast: (text) => void toasts.push(text),
    onOpen: () => ({ ok: true, value: null }),
    onRefused: (why) => void refused.push(why),
  });
  document.body.append(frame);
  return {
    refused,
    toasts,
    end() {
      close();
      frame.remove();
    },
  };
}

test('S30 the bridge serves a page of the own origin, which has the origin null in its sandbox', async () => {
  const page = open('allow-scripts', post({ ...CALL, id: 2, cmd: 'toast', text: 'served' }));
  await vi.waitFor(() => expect(page.toasts).toEqual(['served']));
  expect(page.refused).toEqual([]);
  page.end();
});

test('S30 a page to which that window navigates has the same origin, and is refused', async () => {
  const other = `<script>onload = () => setTimeout(() => ${post({ ...CALL, id: 3, cmd: 'toast', text: 'stranger' })}, 50)</script>`;
  const page = open(
    'allow-scripts',
    `setTimeout(() => (location.href = ${JSON.stringify(`data:text/html,${other}`).replaceAll('</', String.raw`<\/`)}), 50)`,
  );
  await vi.waitFor(() => expect(page.refused).toEqual(['opaque']));
  expect(page.toasts).toEqual([]);
  page.end();
});
