/** The client script for frame authors, in a page whose globals the test replaces. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCE = readFileSync(new URL('../../src/ui/public/frame-client.js', import.meta.url), 'utf8');
const FRAME = 'https://frame.test';
const ROOM = 'https://room.test';

interface Page {
  readonly referrer?: string;
  readonly ancestorOrigins?: readonly string[];
}

interface Opened {
  readonly client: { ready(): Promise<void> };
  /** Commands and target origins of its calls. */
  readonly sent: (readonly [cmd: string, target: string])[];
  readonly press: (event: Partial<KeyboardEvent>) => void;
}

function open({ referrer = '', ancestorOrigins }: Page): Opened {
  const sent: (readonly [cmd: string, target: string])[] = [];
  let press: Opened['press'] = () => undefined;
  const parent = {
    postMessage: ({ cmd }: { readonly cmd: string }, target: string) => sent.push([cmd, target]),
  };
  const window: { footlightFrame?: Opened['client'] } = {};
  const globals = {
    window,
    parent,
    location: { origin: FRAME, ...(ancestorOrigins === undefined ? {} : { ancestorOrigins }) },
    document: { referrer },
    addEventListener(type: string, listener: Opened['press']) {
      if (type === 'keydown') press = listener;
    },
    setTimeout: () => 0,
  };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the script is no module: browsers run it as the body of a page.
  const run = new Function(...Object.keys(globals), SOURCE) as (...values: readonly unknown[]) => void;
  run(...Object.values(globals));
  return { client: window.footlightFrame!, sent, press: (event) => press(event) };
}

/** The target origin of a call of the page. */
function targetOf(page: Page): string {
  const { client, sent } = open(page);
  void client.ready();
  return sent.map(([, target]) => target).join();
}

test('S36 a frame sends its calls to the origin of the embedding page, or to any origin if the browser does not report it', () => {
  expect(targetOf({ ancestorOrigins: [ROOM, 'https://top.test'] })).toBe(ROOM);
  expect(targetOf({})).toBe('*');
});

test('S36 calls of a frame arrive after it navigates, also from another origin, in a browser without ancestorOrigins', () => {
  expect(targetOf({ referrer: `${FRAME}/index.html` })).toBe('*');
  expect(targetOf({ referrer: 'https://partner.test/' })).toBe('*');
});

test('S36 calls of a frame that is embedded without a referrer arrive, because the browser reports its embedding page as null', () => {
  expect(targetOf({ ancestorOrigins: ['null'] })).toBe('*');
});

test('S36 a frame sends the Escape key to the room, unless the page or the input method uses the key', () => {
  const { sent, press } = open({ ancestorOrigins: [ROOM] });
  press({ key: 'Escape', isComposing: true });
  press({ key: 'Escape', keyCode: 229 });
  press({ key: 'Escape', defaultPrevented: true });
  press({ key: 'a' });
  expect(sent).toEqual([]);
  press({ key: 'Escape' });
  expect(sent).toEqual([['escape', ROOM]]);
});
