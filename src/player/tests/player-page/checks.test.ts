import { afterEach, expect, test, vi } from 'vitest';
import type { ErrorCode } from '../../base/errors.ts';
import { CHECKS, checksOf, plays, type Here } from '../../player-page/checks.ts';
import { TEXTS } from '../../player-page/text.ts';
import { hereNow } from '../../player-page/use-trial.ts';
import type { InspectErrorCode, StreamInfo } from '../../package/index.ts';

const HERE: Here = { isIsolated: true, isSecure: true, mediaSource: true, nativeHevc: false, opus: true, allowsOneThread: false };
const INFO: StreamInfo = {
  video: 'H264',
  audio: 'AAC',
  promisesVideo: true,
  promisesAudio: true,
  isEnhanced: false,
  repairs: [],
  firstByteMs: 20,
  contentType: 'video/x-flv',
  isOpen: true,
};
const of = (info: Partial<StreamInfo>, here: Partial<Here> = {}) =>
  checksOf({ ok: true, value: { ...INFO, ...info } }, { ...HERE, ...here });
const problemOf = (checks: ReturnType<typeof of>): string => checks.find(({ state }) => state === 'bad')?.sentence ?? '';

/** Each code with the check that it fails and its sentence. */
const FAILURES: readonly (readonly [code: InspectErrorCode, check: string, sentence: string])[] = [
  ['STREAM_ADDRESS_BAD', 'address', 'addressBad'],
  ['STREAM_MIXED_CONTENT', 'address', 'mixedContent'],
  ['STREAM_UNREACHABLE', 'reach', 'unreachable'],
  ['STREAM_SILENT', 'reach', 'silent'],
  ['STREAM_CORS', 'response', 'cors'],
  ['HTTP_STATUS', 'response', 'status'],
  ['STREAM_ENDED', 'response', 'ended'],
  ['FLV_BAD_HEADER', 'container', 'notFlv'],
  ['FLV_BAD_TAG', 'container', 'emptyFlv'],
];

test.each(FAILURES)('P21 %s fails only the check %s: earlier ones pass, later ones are open', (code, name, sentence) => {
  const checks = checksOf(
    { ok: false, error: { code: code satisfies ErrorCode, detail: code === 'STREAM_SILENT' ? '0 bytes in 8000 ms' : '404' } },
    HERE,
  );
  const failed = CHECKS.findIndex((check) => check === name);
  expect(checks.map(({ state }) => state)).toEqual(CHECKS.map((_, at) => (at < failed ? 'good' : at === failed ? 'bad' : 'open')));
  expect(checks[failed]?.sentence).toBe(sentence);
  expect(plays(checks)).toBe(false);
});

test('P21 a stream with one track plays with a note, and so does one with a track that cannot be played', () => {
  const sentences = (info: Partial<StreamInfo>, here: Partial<Here> = {}): readonly string[] =>
    of(info, here).map(({ sentence }) => sentence);
  expect(plays(of({ audio: null }))).toBe(true);
  expect(plays(of({ video: null }))).toBe(true);
  expect(sentences({ audio: 'G.711 A-law' })).toContain('audioLeftOut');
  expect(sentences({ audio: 'Opus' }, { opus: false })).toContain('audioLeftOut');
  expect(sentences({ audio: 'Opus' })).toContain('audioByBrowser');
  expect(sentences({ audio: 'G.711 A-law', video: 'H265' })).toContain('audioGood');
  expect(sentences({ video: 'AV1' })).toContain('videoLeftOut');
  expect([plays(of({ audio: 'Speex' })), plays(of({ video: 'AV1' }))]).toEqual([true, true]);
  expect(problemOf(of({ video: 'AV1', audio: 'Speex' }))).toBe('videoUnsupported');
  expect(problemOf(of({ video: null, audio: 'Speex' }))).toBe('audioUnsupported');
});

test('P21 a stream of another codec than the chosen kind is refused by its name', () => {
  const wanted = (choice: 'h264' | 'h265' | 'auto'): string => problemOf(checksOf({ ok: true, value: INFO }, HERE, choice));
  expect([wanted('h264'), wanted('auto'), wanted('h265')]).toEqual(['', '', 'otherCodec']);
});

test('P21 a silent server and one that sends only the FLV header have different sentences, and so have an RTMP and a wrong address', () => {
  const failed = (code: InspectErrorCode, detail: string): readonly string[] => {
    const check = checksOf({ ok: false, error: { code, detail } }, HERE).find(({ state }) => state === 'bad');
    return [check?.name ?? '', check?.sentence ?? '', check?.detail ?? ''];
  };
  expect(failed('STREAM_SILENT', '0 bytes in 8000 ms')).toEqual(['reach', 'silent', '']);
  expect(failed('STREAM_SILENT', '13 bytes in 8000 ms')).toEqual(['video', 'headerOnly', '']);
  expect(failed('STREAM_ADDRESS_BAD', 'rtmp://host/live/a')).toEqual(['address', 'addressScheme', 'rtmp']);
  expect(failed('STREAM_ADDRESS_BAD', 'host/live/a.flv')).toEqual(['address', 'addressBad', '']);
});

test('P22 H265 needs isolation, the browser or the permission of one thread, and the sentence names the missing part', () => {
  const hevc = (here: Partial<Here>): string => of({ video: 'H265' }, here).at(-1)?.sentence ?? '';
  expect(hevc({})).toBe('threads');
  expect(hevc({ nativeHevc: true, isIsolated: false })).toBe('nativeHevc');
  expect(hevc({ isIsolated: false })).toBe('noIsolation');
  expect(hevc({ isIsolated: false, isSecure: false })).toBe('plainHttp');
  expect(hevc({ isIsolated: false, allowsOneThread: true })).toBe('oneThread');
  expect(plays(of({ video: 'H265' }, { isIsolated: false, allowsOneThread: true }))).toBe(true);
  expect(problemOf(of({}, { mediaSource: false }))).toBe('noMediaSource');
});

test('P21 each sentence exists in both languages and contains its detail if it has one', () => {
  for (const text of Object.values(TEXTS))
    for (const [name, sentence] of Object.entries(text.sentence)) expect(sentence('DETAIL').length, name).toBeGreaterThan(3);
  for (const name of [
    'status',
    'notFlv',
    'videoUnsupported',
    'mixedContent',
    'addressScheme',
    'otherCodec',
    'audioByBrowser',
    'audioLeftOut',
  ] as const)
    for (const text of Object.values(TEXTS)) expect(text.sentence[name]('DETAIL')).toContain('DETAIL');
});

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
