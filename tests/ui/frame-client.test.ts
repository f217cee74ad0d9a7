/** The client script for frame authors, in a page whose globals the test replaces. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCE = readFileSync(new URL('../../src/ui/public/frame-client.js', import.meta.url), 'utf8');
const FRAME = 'https://frame.test';
const ROOM = 'https://room.test';

interface Page {
  readonly referrer: string;
  readonly ancestorOrigins?: readonly string[];
  /** Null: the browser denies access to the parent's location, because the parent is of another origin. */
  readonly parentOrigin?: string | null;
}

/** The target origin of a call of the page. */
function targetOf({ referrer, ancestorOrigins, parentOrigin = null }: Page): string {
  const targets: string[] = [];
  const parent = {
    postMessage: (_message: unknown, target: string) => targets.push(target),
    get location() {
      if (parentOrigin === null) throw new DOMException('Blocked', 'SecurityError');
      return { origin: parentOrigin };
    },
  };
  const window: { footlightFrame?: { ready(): Promise<void> } } = {};
  const globals = {
    window,
    parent,
    location: { origin: FRAME, ...(ancestorOrigins === undefined ? {} : { ancestorOrigins }) },
    document: { referrer },
    addEventListener: () => undefined,
    setTimeout: () => 0,
  };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the script is no module: browsers run it as the body of a page.
  const run = new Function(...Object.keys(globals), SOURCE) as (...values: readonly unknown[]) => void;
  run(...Object.values(globals));
  void window.footlightFrame?.ready();
  return targets.join();
}

test('S36 a frame sends its calls to the embedding page, whose origin the browser or the referrer contains', () => {
  expect(targetOf({ referrer: '', ancestorOrigins: [ROOM, 'https://top.test'] })).toBe(ROOM);
  expect(targetOf({ referrer: `${ROOM}/live/1001` })).toBe(ROOM);
  expect(targetOf({ referrer: '' })).toBe('*');
});

test('S36 calls of a frame arrive after it navigates within itself in a browser without ancestorOrigins', () => {
  expect(targetOf({ referrer: `${FRAME}/index.html` })).toBe('*');
  expect(targetOf({ referrer: `${FRAME}/index.html`, parentOrigin: FRAME })).toBe(FRAME);
});
