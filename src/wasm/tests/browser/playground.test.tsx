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

test('the timeline shows a file of 200,000 pictures', () => {
  analyse(200_000);
  expect(root.querySelector('[role=slider]')?.getAttribute('aria-valuemax')).toBe('200000');
});
