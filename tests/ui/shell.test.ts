/** P1: what the page does once when React takes over, with and without a room. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { away } from '../../src/ui/room/away.ts';
import { showLobby, showRoom } from '../../src/ui/shell.tsx';
import type { Session } from '../../src/ui/session.ts';

const did = vi.hoisted((): unknown[] => []);
vi.mock('react-dom/client', () => ({ createRoot: (element: unknown) => ({ render: () => did.push(['render', element]) }) }));
vi.mock('../../src/ui/overlays/page-parts.ts', () => ({
  tryPartsAgainOnReturn: () => undefined,
  partFailed: () => undefined,
  partShown: () => undefined,
}));
vi.mock('../../src/ui/App.tsx', () => ({ App: () => null }));
vi.mock('../../src/ui/appearance/appearance.ts', () => ({ showAppearance: () => did.push('looks') }));
vi.mock('../../src/player/page/loading.ts', () => ({
  reached: (phase: string) => did.push(phase),
  untilLoaded: async (load: () => unknown) => load(),
}));
vi.mock('../../src/design/language.ts', () => ({ readLanguage: () => 'en' }));
vi.mock('../../src/ui/text/text.ts', () => ({ loadText: async (language: string) => Promise.resolve({ language }) }));
vi.mock('../../src/ui/lobby/open.tsx', () => ({
  openLobby: (_root: unknown, route: unknown, words: unknown) => did.push(['lobby', route, words]),
}));

let root: unknown = 'the root';
beforeEach(() => {
  did.length = 0;
  root = 'the root';
  vi.stubGlobal('document', {
    getElementById: (id: string) => (id === 'root' ? root : null),
    querySelector: () => ({ setAttribute: (name: string) => did.push(name === 'href' ? 'icon' : name) }),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('P1 a room shows its icon and the chosen looks, and is drawn once its words are loaded', async () => {
  await showRoom({ context: {}, mock: Promise.resolve(null) } as unknown as Session);
  expect(did).toEqual(['icon', 'looks', 'page', ['render', 'the root']]);
});

test('P1 a page without a room shows the same icon and looks', async () => {
  await showLobby({ type: 'unknown' });
  expect(did).toEqual(['icon', 'looks', ['lobby', { type: 'unknown' }, { language: 'en', text: { language: 'en' } }]]);
});

test('P1 a page without its root element is an error by its name', async () => {
  root = null;
  await expect(showRoom({ context: {}, mock: Promise.resolve(null) } as unknown as Session)).rejects.toThrow('index.html has no #root');
});

test.each([
  ['a reload beside the small picture opens the room', 'reload', false],
  ['the back button from another room opens the lobby beside the small picture', 'back_forward', true],
])('P1 %s', async (_what, type, isAway) => {
  const set = (state: unknown): void => void vi.stubGlobal('history', { state, pushState: set, replaceState: set });
  set(null);
  away.leave();
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming]);
  await showRoom({ context: {}, mock: Promise.resolve(null) } as unknown as Session);
  expect(away.is()).toBe(isAway);
});
