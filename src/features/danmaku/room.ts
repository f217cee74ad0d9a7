import { senderOf } from '../../core/room/chat/chat-row.ts';
import { asShown, stripSpacing } from '../../core/socket/cleaning.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { type CoveredRange, MAX_COVERED_RANGES } from '../../core/room/stage.ts';
import {
  flightOf,
  isLaneCovered,
  laneFor,
  type Lanes,
  lanesOf,
  type Layer,
  widthOf,
  DEFAULT_SETTINGS,
  type DanmakuSettings,
  readSettings,
  SETTING_NAMES,
} from './rules-lanes.ts';
import { defineRoomPart, type FeatureContext } from '../../workers/room/features/feature-api.ts';

/** Code points of one line; longer text ends in an ellipsis. */
const MAX_LINE_CHARS = 48;
/** Maximum number of UTF-16 units of a message that are read. */
const MAX_READ_UNITS = 500;

/** Control characters, and marks that change the text direction. */
// oxlint-disable-next-line no-control-regex
const NOT_SHOWN = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2066-\u2069\ufeff]+/g;

interface ChatLine {
  readonly text: string;
  readonly isOwn: boolean;
  readonly isStar: boolean;
}

/** The flying line of a chat message; null for a private message or one without text. Drawn as a text node, never as markup. */
export function readLine(body: BodyOfMessage<'chat'>, people: { readonly userId: number; readonly starId: number }): ChatLine | null {
  if (body.issecrect) return null;
  const line = stripSpacing(asShown(body.chatmsg.slice(0, MAX_READ_UNITS)))
    .replace(NOT_SHOWN, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return null;
  const chars = Array.from(line);
  const userId = senderOf(body);
  return {
    text: chars.length > MAX_LINE_CHARS ? `${chars.slice(0, MAX_LINE_CHARS - 1).join('')}…` : line,
    isOwn: userId > 0 && userId === people.userId,
    isStar: userId > 0 && userId === people.starId,
  };
}

const MAX_WAITING = 40;
/**
 * A line of another viewer is dropped after this wait, because its context has scrolled away. The viewer's own lines wait without limit.
 */
const MAX_WAIT_MS = 3_000;
/** Minimum interval between updates of the page. */
const PLACE_MS = 100;

export const LINE_DROP_REASONS = ['more lines than can wait', 'no lane was free in time'] as const;
type LineDropWhy = (typeof LINE_DROP_REASONS)[number];

/** State reported by the page. Without a picture or in a hidden page the layer has size 0. */
interface DanmakuPage extends Layer {
  readonly reducedMotion: boolean;
}

export interface FlyingLine extends ChatLine {
  /** Increases by one per line. */
  readonly id: number;
  readonly lane: number;
  readonly widthPx: number;
  readonly durationMs: number;
  /** Start of the flight, by the room worker's clock. */
  readonly startMs: number;
}

interface Waiting {
  readonly line: ChatLine;
  readonly sinceMs: number;
}

interface Flying {
  readonly line: FlyingLine;
  readonly untilMs: number;
}

export interface Danmaku {
  readonly name: 'hidden' | 'quiet' | 'flying';
  /** null: the viewer has not chosen; lines fly unless reduced motion is set. */
  readonly choice: boolean | null;
  readonly settings: DanmakuSettings;
  readonly page: DanmakuPage;
  readonly areSettingsOpen: boolean;
  readonly waiting: readonly Waiting[];
  readonly flying: readonly Flying[];
  /** By lane: earliest time of the next line. */
  readonly freeAtMs: readonly number[];
  /** Increases when all lines in flight end. */
  readonly generation: number;
  readonly lastId: number;
  readonly dueMs: number | null;
  readonly view: DanmakuView;
}

export interface DanmakuView {
  readonly isShown: boolean;
  readonly areSettingsOpen: boolean;
  readonly settings: DanmakuSettings;
  readonly fontPx: number;
  readonly laneHeightPx: number;
  readonly layerWidthPx: number;
  /** The page removes all lines when it changes: `lines` are in other lanes than those before. */
  readonly generation: number;
  /** The page removes lines that fly in these ranges. */
  readonly closed: readonly CoveredRange[];
  /** In flight, oldest first; a page that has received an id has started that line. */
  readonly lines: readonly FlyingLine[];
}

export type DanmakuAction =
  /** The button in the room's tools. */
  | { readonly type: 'entry' }
  | { readonly type: 'close' }
  /** The key and the button of the player controls. */
  | { readonly type: 'toggle' }
  | { readonly type: 'set'; readonly settings: Partial<DanmakuSettings> }
  | { readonly type: 'page'; readonly page: DanmakuPage };
export type DanmakuEvent =
  | DanmakuAction
  | { readonly type: 'line'; readonly line: ChatLine }
  | { readonly type: 'restored'; readonly choice: boolean | null; readonly given: Readonly<Record<string, unknown>> };

export type DanmakuEffect =
  | { readonly type: 'store-choice'; readonly isShown: boolean }
  | { readonly type: 'store-settings'; readonly settings: DanmakuSettings }
  | { readonly type: 'count'; readonly what: 'dropped'; readonly by: number; readonly why: LineDropWhy };

type DanmakuStep = Step<Danmaku, DanmakuEffect>;

const NO_PAGE: DanmakuPage = { width: 0, height: 0, covered: [], reducedMotion: false };
/** CSS pixels; no screen is larger. */
const MAX_SIDE_PX = 16_384;

export const danmakuMachine: Machine<Danmaku, DanmakuEvent, DanmakuEffect, null> = {
  name: 'danmaku',
  initial: withView({
    name: 'quiet',
    choice: null,
    settings: DEFAULT_SETTINGS,
    page: NO_PAGE,
    areSettingsOpen: false,
    waiting: [],
    flying: [],
    freeAtMs: [],
    generation: 0,
    lastId: 0,
    dueMs: null,
  }),
  step: stepDanmaku,
  deadlineMs: ({ dueMs }) => dueMs,
};

function stepDanmaku(state: Danmaku, event: DanmakuEvent | Tick, nowMs: number): DanmakuStep {
  switch (event.type) {
    case 'line':
      return addLine(state, event.line, nowMs);
    case 'tick':
      return place({ ...state, dueMs: null }, nowMs);
    case 'page':
      return [resized(state, readPage(event.page), nowMs)];
    case 'toggle': {
      const isShown = !isShownNow(state);
      return [settled({ ...state, choice: isShown }), { type: 'store-choice', isShown }];
    }
    case 'set': {
      const settings = readSettings({ ...event.settings }, state.settings);
      return [changed(state, settings), { type: 'store-settings', settings }];
    }
    case 'restored':
      return [settled({ ...changed(state, readSettings(event.given, state.settings)), choice: event.choice })];
    case 'entry':
    case 'close': {
      const isOpen = event.type === 'entry';
      return isOpen === state.areSettingsOpen ? [state] : [withView({ ...state, areSettingsOpen: isOpen })];
    }
  }
}

function addLine(state: Danmaku, line: ChatLine, nowMs: number): DanmakuStep {
  const isUnwanted = state.settings.kinds === 'star' && !line.isStar && !line.isOwn;
  if (state.name === 'hidden' || isUnwanted || lanesOf(state.page, state.settings).free.length === 0) return [state];
  const waiting = [...state.waiting, { line, sinceMs: nowMs }];
  const isFull = waiting.length > MAX_WAITING;
  if (isFull) {
    const oldest = waiting.findIndex((one) => !one.line.isOwn);
    waiting.splice(Math.max(0, oldest), 1);
  }
  const dueMs = state.dueMs ?? nowMs;
  const next: Danmaku = { ...state, waiting, dueMs };
  return isFull ? [next, { type: 'count', what: 'dropped', by: 1, why: 'more lines than can wait' }] : [next];
}

/** Assigns waiting lines to free lanes, own lines first, and sets the time of the next attempt. */
function place(state: Danmaku, nowMs: number): DanmakuStep {
  const lanes = lanesOf(state.page, state.settings);
  const kept = state.waiting.filter(({ line, sinceMs }) => line.isOwn || nowMs - sinceMs <= MAX_WAIT_MS);
  const late = state.waiting.length - kept.length;
  const queue = [...kept.filter(({ line }) => line.isOwn), ...kept.filter(({ line }) => !line.isOwn)];
  const flying = state.flying.filter(({ untilMs }) => untilMs > nowMs);
  const freeAtMs = [...state.freeAtMs];
  let { lastId } = state;
  let taken = 0;
  for (const { line } of queue) {
    const lane = flying.length < lanes.maxFlying ? laneFor(lanes, freeAtMs, nowMs) : null;
    if (lane === null) break;
    const widthPx = widthOf(line.text, lanes.fontPx);
    const { durationMs, freeAfterMs } = flightOf(lanes, widthPx);
    flying.push({ line: { ...line, id: ++lastId, lane, widthPx, durationMs, startMs: nowMs }, untilMs: nowMs + durationMs });
    freeAtMs[lane] = nowMs + freeAfterMs;
    taken++;
  }
  const waiting = queue.slice(taken);
  // While other layers cover all lanes there is no next time; the page reports when a lane is uncovered.
  const hasNext = waiting.length > 0 && lanes.free.length > 0;
  const dueMs = hasNext ? Math.max(nowMs + PLACE_MS, nextRoomMs(lanes, freeAtMs, flying)) : null;
  const next: Danmaku = { ...state, name: flying.length > 0 ? 'flying' : 'quiet', waiting, flying, freeAtMs, lastId, dueMs };
  return late === 0 ? [withView(next)] : [withView(next), { type: 'count', what: 'dropped', by: late, why: 'no lane was free in time' }];
}

/** Time when a lane is free and the number of lines in flight allows one more. */
function nextRoomMs(lanes: Lanes, freeAtMs: readonly number[], flying: readonly Flying[]): number {
  const laneMs = Math.min(...lanes.free.map((lane) => freeAtMs[lane] ?? 0));
  const roomMs = flying.length < lanes.maxFlying ? 0 : Math.min(...flying.map(({ untilMs }) => untilMs));
  return Math.max(laneMs, roomMs);
}

/** Lines in flight stay when only the height changes, for example while the controls of looking back are shown: their lanes are the same. */
function resized(state: Danmaku, page: DanmakuPage, nowMs: number): Danmaku {
  const { width, height, reducedMotion } = state.page;
  const isSameLayer = page.width === width && page.height > 0 === height > 0 && page.reducedMotion === reducedMotion;
  if (!isSameLayer) return settled(cleared({ ...state, page }));
  const { laneHeightPx, closed } = lanesOf(page, state.settings);
  const flying = state.flying.filter(({ line }) => !isLaneCovered(line.lane, laneHeightPx, closed));
  const dueMs = state.waiting.length > 0 ? (state.dueMs ?? nowMs) : state.dueMs;
  return withView({ ...state, page, flying, dueMs });
}

/** Lines in flight keep their position only while the lanes stay the same. */
function changed(state: Danmaku, settings: DanmakuSettings): Danmaku {
  const isSameLanes = (['size', 'area', 'middle', 'speed'] as const).every((name) => settings[name] === state.settings[name]);
  return withView(isSameLanes ? { ...state, settings } : cleared({ ...state, settings }));
}

const cleared = (state: Danmaku): Danmaku => ({
  ...state,
  name: state.name === 'hidden' ? 'hidden' : 'quiet',
  waiting: [],
  flying: [],
  freeAtMs: [],
  generation: state.generation + 1,
  dueMs: null,
});

function isShownNow({ choice, page }: Pick<Danmaku, 'choice' | 'page'>): boolean {
  return choice ?? !page.reducedMotion;
}

function settled(state: Danmaku): Danmaku {
  if (!isShownNow(state)) return withView({ ...cleared(state), name: 'hidden' });
  return withView(state.name === 'hidden' ? { ...state, name: 'quiet' } : state);
}

function withView(state: Omit<Danmaku, 'view'>): Danmaku {
  const { fontPx, laneHeightPx, closed } = lanesOf(state.page, state.settings);
  const { areSettingsOpen, settings, page, flying, generation } = state;
  const lines = flying.map(({ line }) => line);
  return {
    ...state,
    view: {
      isShown: isShownNow(state),
      areSettingsOpen,
      settings,
      fontPx,
      laneHeightPx,
      layerWidthPx: page.width,
      generation,
      closed,
      lines,
    },
  };
}

const side = (px: number): number => (Number.isFinite(px) ? Math.round(Math.min(MAX_SIDE_PX, Math.max(0, px))) : 0);
const readPage = ({ width, height, covered, reducedMotion }: DanmakuPage): DanmakuPage => ({
  width: side(width),
  height: side(height),
  covered: covered.slice(0, MAX_COVERED_RANGES).map(({ top, bottom }) => ({ top: side(top), bottom: side(bottom) })),
  reducedMotion,
});

/** The viewer's settings are stored for one year. */
const STORED_S = 31_536_000;
const STORED = [...SETTING_NAMES, 'opacity'] as const;

export const room = defineRoomPart({
  machine: danmakuMachine,
  context: () => null,
  view: ({ view }: Danmaku): DanmakuView => view,
  messages: { chat: flies, 'socket-chat': flies },
  onStart({ storage }): DanmakuEvent {
    const choice = storage.read('on');
    return {
      type: 'restored',
      choice: typeof choice === 'boolean' ? choice : null,
      given: Object.fromEntries(STORED.map((name) => [name, storage.read(name)])),
    };
  },
  onAction: (action: DanmakuAction): DanmakuEvent => action,
  execute: {
    'store-choice': ({ isShown }, room) => room.storage.write('on', isShown, STORED_S),
    'store-settings': ({ settings }, room) => {
      for (const name of STORED) room.storage.write(name, settings[name], STORED_S);
    },
    count: ({ what, by }, room) => room.count(what, by),
  },
});

function flies(body: BodyOfMessage<'chat'>, room: FeatureContext): DanmakuEvent | null {
  const line = readLine(body, { userId: room.login().userId, starId: room.room().starId });
  return line && { type: 'line', line };
}
