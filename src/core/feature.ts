import type { StreamMessage } from '../player/rules/stream-messages.ts';

/** Places of the page where a feature's panel may stand. What stands where when several want one place: core/room/dock.ts. */
export const SLOTS = ['stage', 'stage-layer', 'stage-strip', 'side', 'bottom', 'chat-top', 'tools', 'dialog', 'star-bar'] as const;
export type Slot = (typeof SLOTS)[number];

/**
 * What makes the room load a feature. `message`: the first message of its list; `action`: the first action of its panel or entry;
 * `stage-offer`: the start-up offers the stage to it; `star-room`: the viewer is the star of the room.
 */
export type Wake = 'room-start' | 'live' | 'login' | 'message' | 'action' | 'stage-offer' | 'star-room' | 'stream-message' | 'chat-refused';

export interface DockEntry {
  /** Its name in the list of what runs. */
  readonly title: { readonly 'zh-CN': string; readonly en: string };
  /** The heavier one keeps its place when there are too many. */
  readonly weight: number;
}

/** Plain data: the only part of a feature that is loaded before the feature is needed. */
export interface FeatureManifest<Name extends string = string> {
  /** Name of its folder, of its switch in the remote config (`featuresOff`), of its reports. */
  readonly name: Name;
  readonly wakes: readonly Wake[];
  /** Names of the registry (wire/registry.ts) that it is given once it runs. */
  readonly messages: readonly string[];
  readonly slot: Slot | null;
  /** Roles that have it: 0 watches, 1 publishes. */
  readonly roles: readonly (0 | 1)[];
  /** Offered the stage before live starts, in this order (document 1, section 2: advertisement, then lead-in). */
  readonly stageOrder?: number;
  /** A module of the room: it stands where the dock puts it (core/room/dock.ts). */
  readonly dock?: DockEntry;
  /** A button that opens it, shown without loading it; `icon` is a name of the page's icon table. */
  readonly entry?: {
    readonly icon: string;
    readonly label: { readonly 'zh-CN': string; readonly en: string };
    /** Lower ones first: a phone shows the first two or three without scrolling. Left out: after those that name one. */
    readonly order?: number;
    /** Roles that have the button; left out, all that have the feature. */
    readonly roles?: readonly (0 | 1)[];
  };
}

export const defineFeature = <const Name extends string>(manifest: FeatureManifest<Name>): FeatureManifest<Name> => manifest;

/** What the room says to every feature that runs; a feature takes what concerns it. */
export type RoomEvent =
  /** The room is known, or what is known of it changed: read it by `room()`. */
  | { readonly type: 'room-changed' }
  | { readonly type: 'live-started' }
  | { readonly type: 'live-stopped' }
  | { readonly type: 'login-changed'; readonly userId: number }
  /** The start-up waits: answer by `stage.take()` or `stage.leave(why)` within STAGE_ANSWER_MS. */
  | { readonly type: 'stage-offered' }
  /** The stage went to something else: the star left, or the feature was too late. */
  | { readonly type: 'stage-withdrawn' }
  /** The viewer wants live now. */
  | { readonly type: 'back-to-live' }
  | { readonly type: 'layout-changed' }
  | { readonly type: 'stream-messages'; readonly messages: readonly StreamMessage[] }
  /** The address service wants to know whether this is a human (document 2, section 4); `needed` false: it is over. */
  | { readonly type: 'slider-check'; readonly needed: boolean }
  | { readonly type: 'page-hide' };

/** Why a feature does not run; shown in its slot, counted and reported. */
export const FEATURE_OFF_WHYS = [
  'switched off by the remote config',
  'could not be loaded',
  'failed while running',
  'failed while drawing',
] as const;
export type FeatureOffWhy = (typeof FEATURE_OFF_WHYS)[number];

/** A feature as the page sees it. `view` is what its panel draws; the panel of the same folder knows its type. */
export type FeatureView =
  | { readonly at: 'shown'; readonly view: unknown }
  /** It runs and has nothing to show. */
  | { readonly at: 'hidden' }
  | { readonly at: 'off'; readonly why: FeatureOffWhy };

export type FeatureViews = Readonly<Record<string, FeatureView>>;

/** `featuresOff` of the remote config: names, as a list or with commas between. Unknown names switch nothing off. */
export function readFeaturesOff(config: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const given = config['featuresOff'];
  const names: readonly unknown[] =
    typeof given === 'string' ? given.split(',', MAX_NAMES) : Array.isArray(given) ? given.slice(0, MAX_NAMES) : [];
  return new Set(names.flatMap((name) => (typeof name === 'string' && name.trim() !== '' ? [name.trim()] : [])));
}
const MAX_NAMES = 64;
