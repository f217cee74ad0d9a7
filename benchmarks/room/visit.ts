/** A visit of a page that plays: the room or a bare player, observed in the same way. */
import type { Browser, BrowserContext, Page } from 'playwright';
import type { Front } from './front.ts';

export interface Visitor {
  readonly name: string;
  /** Path on the front server. */
  readonly path: string;
  readonly notes?: readonly string[];
}

/** Names of the fixtures' streams. */
const STREAMS = { h264: '/live/stage-852x480-h264.flv', h265: '/live/stage-852x480-h265-id12.flv' } as const;

const bare = (name: string, page: string, stream: string, notes: readonly string[] = []): Visitor => ({
  name,
  path: `/bench/${page}?src=${encodeURIComponent(stream)}`,
  notes,
});

/** The room with any address from live info. */
export const ROOM_PATH = '/live/1001';
export const ROOM: Visitor = { name: 'the room', path: ROOM_PATH };

export const BARE = {
  floorH264: bare('floor', 'floor-h264', STREAMS.h264, [
    'fetch, the room’s demuxer, the browser’s decoder and a canvas: no sound, no buffer',
  ]),
  mpegts: bare('mpegts.js, bare', 'mpegts', STREAMS.h264),
  flvjs: bare('flv.js, bare', 'flvjs', STREAMS.h264),
  floorH265: bare('floor', 'floor-h265', STREAMS.h265, [
    'this project’s demuxer and decoder on one thread in a worker and a canvas: no sound, no buffer',
  ]),
  floorH265Heard: {
    name: 'floor with sound',
    path: `/bench/floor-h265?src=${encodeURIComponent(STREAMS.h265)}&decoded-sound`,
    notes: [
      'the same, and its sound by the browser’s decoder in that worker and a processor that plays block after block: no clock, nothing kept in step',
    ],
  },
  floorH265Main: bare('the same work on the main thread', 'floor-h265-main', STREAMS.h265),
} as const;

/** In the size of the room's stage and with sound, because without a GPU scaling costs more than decoding, and sound adds three threads. */
export const asShown = (visitor: Visitor): Visitor => ({ ...visitor, path: `${visitor.path}&width=888&height=500&sound` });

/** 30 pictures a second. */
export const ONE_CORE_STREAM = 'stage-1280x720-h265-id12';
/** Visitors that play the same stream, for one core. */
export const oneCore = (stream: string): Readonly<Record<'room' | 'floor' | 'floorHeard', Visitor>> => {
  const src = encodeURIComponent(`/live/${stream}.flv`);
  return {
    room: { name: 'the room', path: `${ROOM_PATH}?debug=1&kind=h265&src=${src}` },
    floor: { ...BARE.floorH265, path: `/bench/floor-h265?src=${src}` },
    floorHeard: { ...BARE.floorH265Heard, path: `/bench/floor-h265?src=${src}&decoded-sound` },
  };
};

/** Observable values of any player. */
export interface PlaybackSample {
  readonly positionS: number;
  readonly bufferedS: number;
  readonly painted: number;
  readonly dropped: number;
  /** Shown picture minus audible sound in milliseconds; NaN if the player does not know. */
  readonly offsetMs: number;
  /** Decode level of the H265 player; NaN for players without levels. */
  readonly level: number;
  /** In the room: kind of the player, and its number. */
  readonly kind: string;
  readonly epoch: number;
}

/** Runs in the page first: detects the first painted picture, and returns the observed values on request. */
const OBSERVER = `(() => {
  const element = () => [...document.querySelectorAll('video')].find((one) => !one.loop && one.readyState > 0);
  const seen = () => {
    const own = window.appFigures?.() ?? null;
    const bare = window.benchFigures;
    const video = element();
    const quality = video?.getVideoPlaybackQuality();
    const ends = video && video.buffered.length > 0 ? video.buffered.end(video.buffered.length - 1) : 0;
    const of = own?.progress ?? {};
    return {
      positionS: own ? of.positionS : bare ? bare.positionS : (video?.currentTime ?? 0),
      bufferedS: own ? of.bufferedS : video ? Math.max(0, ends - video.currentTime) : 0,
      painted: own ? of.paintedFrames : bare ? bare.painted : quality ? quality.totalVideoFrames - quality.droppedVideoFrames : 0,
      dropped: own ? of.droppedFrames : bare ? bare.decoded - bare.painted : (quality?.droppedVideoFrames ?? 0),
      offsetMs: own?.own?.AV_OFFSET_MS ?? NaN,
      level: own?.own?.DECODE_LEVEL ?? NaN,
      kind: own?.kind ?? '',
      epoch: own?.epoch ?? 0,
    };
  };
  const first = () => { window.benchFirstPictureMs ??= performance.now(); };
  /* The callback is requested when the element is created: a later request would miss a first picture that is shown at once. */
  const make = Document.prototype.createElement;
  Document.prototype.createElement = function (...given) {
    const made = make.apply(this, given);
    if (made instanceof HTMLVideoElement) made.requestVideoFrameCallback(() => { if (!made.loop) first(); });
    return made;
  };
  const poll = () => {
    if (window.benchFirstPictureMs !== undefined) return;
    if (!element() && seen().painted > 0) first();
    requestAnimationFrame(poll);
  };
  requestAnimationFrame(poll);
  window.benchSeen = seen;
})();`;

export const observe = (context: BrowserContext): Promise<unknown> => context.addInitScript(OBSERVER);

export const seen = (page: Page): Promise<PlaybackSample> =>
  page.evaluate(() => (window as never as { benchSeen: () => PlaybackSample }).benchSeen());

/** For a page that was opened without this module. */
export async function seenOfStranger(page: Page): Promise<PlaybackSample> {
  await page.evaluate(OBSERVER);
  return seen(page);
}

/** Time of the first painted picture since navigation, and the product's own marks before it. */
export interface FirstPicture {
  readonly atMs: number;
  readonly timeOrigin: number;
  readonly marks: Readonly<Record<string, number>>;
}

export const FIRST_PICTURE_LIMIT_MS = 20_000;
const MARKS = 'footlight:';

export async function firstPicture(page: Page, front: Front, visitor: Visitor): Promise<FirstPicture> {
  await page.goto(`${front.address}${visitor.path}`, { waitUntil: 'commit' });
  await page.waitForFunction(() => (window as never as { benchFirstPictureMs?: number }).benchFirstPictureMs !== undefined, undefined, {
    timeout: FIRST_PICTURE_LIMIT_MS,
  });
  return page.evaluate((prefix) => {
    const marks = performance.getEntriesByType('mark').filter(({ name }) => name.startsWith(prefix));
    return {
      atMs: (window as never as { benchFirstPictureMs: number }).benchFirstPictureMs,
      timeOrigin: performance.timeOrigin,
      marks: Object.fromEntries(marks.map(({ name, startTime }) => [name.slice(prefix.length), startTime])),
    };
  }, MARKS);
}

/** An observed page in a browser context of its own, closed afterwards. */
export async function onPage<T>(browser: Browser, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'zh-CN' });
  try {
    await observe(context);
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}
