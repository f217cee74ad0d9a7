/** Commands of the playground's page to its worker, with the worker as a fake. */
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { PlaygroundPage } from '../../playground/PlaygroundPage.tsx';
import type { FromSession, ToSession } from '../../playground/protocol.ts';
import { DECODER, FACTS, rowsOf } from '../playground/facts.ts';

/** Commands that the page has posted. */
let sent: string[] = [];
/** Number of the worker and type of each message to it. */
let posted: (readonly [worker: number, type: string])[] = [];
/** Names of the files that the page has sent to the worker. */
let opened: string[] = [];
const workers: EventTarget[] = [];
const root = document.createElement('div');
let react: ReturnType<typeof createRoot>;

beforeEach(() => {
  sent = [];
  opened = [];
  posted = [];
  workers.length = 0;
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      constructor() {
        super();
        workers.push(this);
      }
      postMessage(message: ToSession): void {
        posted.push([workers.indexOf(this), message.type]);
        if (message.type !== 'canvas') sent.push(message.type);
        if (message.type === 'open') opened.push(message.name);
      }
    },
  );
  document.body.append(root);
  react = createRoot(root);
  localStorage.setItem('footlight-language', 'en');
  flushSync(() => react.render(<PlaygroundPage />));
});
afterEach(() => {
  react.unmount();
  root.remove();
  vi.unstubAllGlobals();
});

const receive = (...events: readonly FromSession[]): void => {
  for (const data of events) flushSync(() => workers.at(-1)?.dispatchEvent(new MessageEvent('message', { data })));
};
const analyse = (count: number): void =>
  receive({ type: 'opened', facts: FACTS, decoder: DECODER }, { type: 'pictures', rows: rowsOf(count), done: 1 });
const analysed: FromSession = { type: 'analysed', facts: FACTS, decoder: DECODER };

const button = (name: string): HTMLButtonElement =>
  [...root.querySelectorAll('button')].find(({ ariaLabel, textContent }) => (ariaLabel ?? textContent.trim()) === name)!;
const press = (target: Element, key: string): boolean =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

/** Uses every control that shows another picture or plays; returns the commands that followed. */
function useAllControls(): readonly string[] {
  const slider = root.querySelector('[role=slider]')!;
  sent = [];
  flushSync(() => button('Pictures').click());
  for (const key of ['ArrowRight', ' ']) flushSync(() => press(root.querySelector('main')!, key));
  flushSync(() => press(slider, 'End'));
  const { left, width, top } = slider.getBoundingClientRect();
  flushSync(() => slider.dispatchEvent(new PointerEvent('pointerdown', { clientX: left + width / 2, clientY: top + 1, bubbles: true })));
  flushSync(() => root.querySelectorAll<HTMLElement>('tbody button')[2]!.click());
  return sent;
}

test.each<readonly [pass: string, start: () => void]>([
  ['the analysis', () => analyse(3)],
  ...['Decode at full speed', 'MD5 of each picture', "Compare with the browser's decoder"].map(
    (name) =>
      [
        name,
        () => {
          analyse(3);
          receive(analysed);
          flushSync(() => button(name).click());
        },
      ] as const,
  ),
])('keys, timeline and list of the playground send no command during a pass: %s', (_pass, start) => {
  start();
  expect(useAllControls()).toEqual([]);
});

test('keys, timeline and list of the playground send commands after the pass', () => {
  analyse(3);
  receive(analysed);
  flushSync(() => button('MD5 of each picture').click());
  receive({ type: 'hashes', from: 0, md5: ['a', 'b', 'c'], isLast: true });
  expect(useAllControls()).toEqual(['show', 'play', 'show', 'show', 'show']);
});

/** Drops a file on the page; the result ends its read. */
function drop(name: string): () => void {
  let end = (): void => undefined;
  const arrayBuffer = (): Promise<ArrayBuffer> => new Promise((resolve) => (end = () => resolve(new ArrayBuffer(1))));
  const event = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
    dataTransfer: { files: [{ name, size: 1, arrayBuffer }] },
  });
  flushSync(() => root.querySelector('main')!.dispatchEvent(event));
  return () => end();
}

function load(address: string): void {
  const field = root.querySelector<HTMLInputElement>('input[inputmode=url]')!;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, address);
  flushSync(() => field.dispatchEvent(new Event('input', { bubbles: true })));
  flushSync(() => field.form!.requestSubmit());
}

/** React has rendered the events so far. */
const rendered = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

test('the file chosen last is opened, also if an earlier one is read later', async () => {
  const [slow, quick] = [drop('slow.265'), drop('quick.265')];
  quick();
  await rendered();
  slow();
  await rendered();
  expect(opened).toEqual(['quick.265']);
});

test('an address that a file replaces before its server responds is not shown as refused', async () => {
  vi.stubGlobal('fetch', (_address: string, { signal }: { readonly signal: AbortSignal }) => {
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  });
  load('/slow.flv');
  const read = drop('a.265');
  await rendered();
  expect(root.querySelector('[role=alert]')).toBeNull();
  read();
  await rendered();
  expect(opened).toEqual(['a.265']);
});

test('a worker whose script cannot be loaded is replaced when the next file is opened, and a failing worker that runs is kept', async () => {
  const canvases = root.querySelectorAll('canvas').length;
  flushSync(() => workers[0]!.dispatchEvent(new Event('error')));
  expect(root.querySelector('[role=alert]')).not.toBeNull();
  for (const name of ['a.265', 'b.265']) {
    drop(name)();
    await rendered();
    flushSync(() => workers.at(-1)!.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' })));
  }
  expect(posted).toEqual([
    [0, 'canvas'],
    [1, 'canvas'],
    [1, 'open'],
    [1, 'open'],
  ]);
  expect(root.querySelectorAll('canvas')).toHaveLength(canvases);
});

test('the timeline shows a file of 200,000 pictures', () => {
  analyse(200_000);
  expect(root.querySelector('[role=slider]')?.getAttribute('aria-valuemax')).toBe('200000');
});
