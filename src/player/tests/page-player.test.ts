/** The player of a page: its elements, its decisions, and the events of the page that it receives. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { err } from '../base/result.ts';
import type { PlayerOutputDeps } from '../output.ts';
import { createPagePlayer } from '../page-player.ts';
import type { LivePlayer, LivePlayerDeps } from '../player.ts';
import { CAPABILITIES } from './rules/harness.ts';
import { recorder } from './recorder.ts';

const parts = vi.hoisted(() => ({ output: vi.fn(), live: vi.fn() }));
vi.mock('../output.ts', () => ({ createPlayerOutput: parts.output }));
vi.mock('../player.ts', () => ({ createLivePlayer: parts.live }));

const stopped = { type: 'stop', by: 'owner' } as const;

function pagePlayer() {
  const { part, record, taken } = recorder();
  const page = Object.assign(new EventTarget(), { hidden: false });
  const browser = new EventTarget();
  const navigator = { onLine: true, hardwareConcurrency: 6, userAgent: 'agent' };
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  const outputs: PlayerOutputDeps[] = [];
  const lives: LivePlayerDeps[] = [];
  const surface = {};
  parts.output.mockImplementation((deps: PlayerOutputDeps) => {
    outputs.push(deps);
    return { surface, execute: record('output.execute') };
  });
  parts.live.mockImplementation((deps: LivePlayerDeps) => {
    lives.push(deps);
    return part<LivePlayer>('live', { state: () => [{ type: 'closed' }] });
  });
  const onFact = record('onFact');
  const remembered = (name: string): unknown => name;
  const onOpened = record('onOpened');
  const loadSharing = () => Promise.resolve(err('P2P_ERROR', ''));
  const player = createPagePlayer({ remembered, onFact, onOpened, loadSharing });
  return { player, page, browser, navigator, outputs, lives, taken, surface, given: { onFact, remembered, onOpened, loadSharing } };
}

beforeEach(() => void vi.clearAllMocks());
afterEach(() => void vi.unstubAllGlobals());

test('P22 before the capabilities are known the elements exist, and orders and events change nothing', () => {
  const it = pagePlayer();
  expect(it.player.surface).toBe(it.surface);
  it.player.order({ type: 'retry' });
  it.outputs[0]!.send({ type: 'status', epoch: 0, name: 'playing' });
  it.outputs[0]!.onPictureInPictureWanted();
  expect([it.player.state(), it.player.decisions(), it.taken(), it.lives]).toEqual([[], [], [], []]);
  expect(it.outputs[0]).toMatchObject({ onOpened: it.given.onOpened, loadSharing: it.given.loadSharing });
});

test('P22 the decisions receive capabilities, machine and memory of this page, and are connected to the output', () => {
  const it = pagePlayer();
  it.player.begin(CAPABILITIES);
  const deps = it.lives[0]!;
  expect(deps).toMatchObject({ capabilities: CAPABILITIES, userAgent: 'agent', onFact: it.given.onFact, remembered: it.given.remembered });
  expect(deps.platform.cores).toBe(6);
  const random = deps.platform.random();
  expect(random).toBeGreaterThanOrEqual(0);
  expect(random).toBeLessThan(1);
  it.taken();
  it.player.order({ type: 'retry' });
  it.outputs[0]!.send({ type: 'status', epoch: 0, name: 'playing' });
  it.outputs[0]!.onPictureInPictureWanted();
  deps.send({ type: 'set-decode-level', level: 1 });
  expect(it.taken()).toEqual([
    ['live.order', { type: 'retry' }],
    ['live.onEvent', { type: 'status', epoch: 0, name: 'playing' }],
    ['live.order', { type: 'picture-in-picture' }],
    ['output.execute', { type: 'set-decode-level', level: 1 }],
  ]);
  deps.decisions.add({ atMs: 1, machine: 'm', event: 'e', from: 'a', to: 'b', effects: [], why: [] });
  expect([it.player.decisions().length, it.player.state()]).toEqual([1, [{ type: 'closed' }]]);
});

test('P24 P29 the player receives visibility and network state at the start and with each change', () => {
  const it = pagePlayer();
  it.page.hidden = true;
  it.navigator.onLine = false;
  it.player.begin(CAPABILITIES);
  expect(it.taken()).toEqual([
    ['live.setVisible', false],
    ['live.setOnline', false],
  ]);
  it.navigator.onLine = true;
  it.page.hidden = false;
  it.page.dispatchEvent(new Event('visibilitychange'));
  it.navigator.onLine = false;
  it.browser.dispatchEvent(new Event('offline'));
  it.navigator.onLine = true;
  it.browser.dispatchEvent(new Event('online'));
  expect(it.taken()).toEqual([
    ['live.setVisible', true],
    ['live.setOnline', false],
    ['live.setOnline', true],
  ]);
});

test('P29 a disposed player is stopped, receives nothing more and has no state', () => {
  const it = pagePlayer();
  it.player.begin(CAPABILITIES);
  it.taken();
  it.player.dispose();
  expect(it.taken()).toEqual([['live.order', stopped], ['live.dispose']]);
  it.page.dispatchEvent(new Event('visibilitychange'));
  it.browser.dispatchEvent(new Event('offline'));
  it.player.order({ type: 'retry' });
  expect([it.taken(), it.player.state()]).toEqual([[], []]);
  pagePlayer().player.dispose();
});
