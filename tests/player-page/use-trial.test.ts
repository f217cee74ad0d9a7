/** What the page of the player finds in this browser, by both classes of media sources. */
import { afterEach, expect, test, vi } from 'vitest';
import { hereNow } from '../../src/player-page/use-trial.ts';

afterEach(() => vi.unstubAllGlobals());

const sourceFor = (...types: readonly string[]): object => ({
  isTypeSupported: (type: string): boolean => types.some((name) => type.includes(name)),
});

test.each<readonly [browser: string, globals: Readonly<Record<string, object>>, found: readonly boolean[]]>([
  ['no media source', {}, [false, false, false]],
  ['MediaSource with H265', { MediaSource: sourceFor('hvc1') }, [true, true, false]],
  ['ManagedMediaSource with H265', { ManagedMediaSource: sourceFor('hvc1') }, [true, true, false]],
  ['ManagedMediaSource with Opus', { ManagedMediaSource: sourceFor('opus') }, [true, false, true]],
  ['both classes', { MediaSource: sourceFor(), ManagedMediaSource: sourceFor('hvc1', 'opus') }, [true, false, false]],
])('P22 the page finds H265 and Opus of the browser with %s', (_browser, globals, found) => {
  for (const [name, value] of Object.entries({ crossOriginIsolated: true, isSecureContext: true, ...globals })) vi.stubGlobal(name, value);
  const { mediaSource, nativeHevc, opus } = hereNow(false);
  expect([mediaSource, nativeHevc, opus]).toEqual(found);
});
