import type { StreamMessage } from '../player/rules/messages/stream-messages.ts';

/** Slots of the page for a feature's panel. core/room/feature/dock.ts decides between several features for one slot. */
export const SLOTS = ['stage', 'stage-layer', 'stage-strip', 'side', 'bottom', 'chat-top', 'tools', 'dialog', 'star-bar'] as const;
export type Slot = (typeof SLOTS)[number];

/** Parts of the room that only some features use; a manifest lists those of its feature (`uses`). */
export type Capability = 'elements' | 'broadcast' | 'human-check' | 'frame-reports' | 'sign-in';

/**
 * Events that load a feature. `message`: the first message of its list; `action`: the first action of its panel or entry; `stage-offer`:
 * the start-up offers it the stage; `star-room`: the viewer is the star of the room; `human-check`: the address service requires one (S1).
 */
export type Wake = 'room-start' | 'live' | 'login' | 'message' | 'action' | 'stage-offer' | 'star-room' | 'stream-message' | 'human-check';

/** `turnS`: length of a singer's turn in s (S36). */
export type SharedNumber = 'turnS';

export interface DockEntry {
  /** Its name in the list of running features. */
  readonly title: { readonly 'zh-CN': string; readonly en: string };
  /** If there are too many features for a slot, the heavier ones keep their places. */
  readonly weight: number;
}

/** Plain data: the only part of a feature that is loaded before the feature is woken. */
export interface FeatureManifest<Name extends string = string> {
  /** Name of its folder, of its switch in the remote config (`featuresOff`), and in reports. */
  readonly name: Name;
  readonly wakes: readonly Wake[];
  /** Message names of wire/registry.ts that it receives while it runs. */
  readonly messages: readonly string[];
  readonly slot: Slot | null;
  /** Roles for which it is available: 0 viewer, 1 star. */
  readonly roles: readonly (0 | 1)[];
  readonly uses?: readonly Capability[];
  /** Numbers of its view that panels of other features show, by their names (`useShared`). */
  readonly shares?: readonly SharedNumber[];
  /** Second name for actions of the page and of other features: they name what they open, for example a user's card. */
  readonly opens?: 'user-card' | 'mystic-card' | 'activity';
  /** Order in which features are offered the stage before live starts (P5: advertisement, then lead-in). */
  readonly stageOrder?: number;
  /** Name for a person, of a feature without an entry and without a place in the dock. */
  readonly title?: { readonly 'zh-CN': string; readonly en: string };
  /** Placed by the dock (core/room/feature/dock.ts). */
  readonly dock?: DockEntry;
  /** A button that opens it, shown before the feature is loaded; `icon` is a name of the page's icon table. */
  readonly entry?: {
    readonly icon: string;
    readonly label: { readonly 'zh-CN': string; readonly en: string };
    /** A coloured button beside the others, on a phone beside the field of the chat, so that it is visible in every window. */
    readonly isMain?: true;
    /** Lower numbers first. Without a number: after those that have one. The viewer's use changes the order. */
    readonly order?: number;
    /** Roles that have the button; default: all roles of the feature. */
    readonly roles?: readonly (0 | 1)[];
    /** A key, which is also a button of the player: sends `toggle`. The button is pressed while the feature's view has `isShown`. */
    readonly stageKey?: string;
  };
}

type Usual = 'wakes' | 'roles';

/** Unless the manifest says otherwise, a feature is woken by its messages and actions, and is available to viewers and the star. */
export const defineFeature = <const Name extends string>(
  manifest: Omit<FeatureManifest<Name>, Usual> & Partial<Pick<FeatureManifest<Name>, Usual>>,
): FeatureManifest<Name> => ({ wakes: ['message', 'action'], roles: [0, 1], ...manifest });

/** Events of the room, sent to all running features; each feature selects the events that concern it. */
export type RoomEvent =
  /** The room became known or changed; `room()` returns it. */
  | { readonly type: 'room-changed' }
  | { readonly type: 'live-started' }
  | { readonly type: 'live-stopped' }
  /** The viewer logs out or becomes another user: the last event under the old login. */
  | { readonly type: 'login-ends' }
  | { readonly type: 'login-changed'; readonly userId: number }
  /** The start-up waits for an answer: `stage.take()` or `stage.leave(why)` within STAGE_ANSWER_MS. */
  | { readonly type: 'stage-offered' }
  /** The stage was given to something else, because the star left or the feature answered too late. */
  | { readonly type: 'stage-withdrawn' }
  | { readonly type: 'back-to-live' }
  | { readonly type: 'layout-changed' }
  | { readonly type: 'stream-messages'; readonly messages: readonly StreamMessage[] }
  /** The address service requires a human check (S1); `needed` false: no longer needed. */
  | { readonly type: 'human-check'; readonly needed: boolean }
  /** The stats worker was restarted after a crash and has no data yet. */
  | { readonly type: 'stats-restarted' }
  | { readonly type: 'page-hide' };

/** Reasons why a feature is off; shown in its slot, counted and reported. */
export const FEATURE_OFF_REASONS = ['switched off by the remote config', 'failed while running', 'failed while drawing'] as const;
export type FeatureOffWhy = (typeof FEATURE_OFF_REASONS)[number];

/** State of a feature on the page. `view` is the input of its panel; the panel in the same folder knows its type. */
export type FeatureView =
  | { readonly name: 'shown'; readonly view: unknown }
  /** The feature runs and has nothing to show. */
  | { readonly name: 'hidden' }
  | { readonly name: 'off'; readonly why: FeatureOffWhy };

export type FeatureViews = Readonly<Record<string, FeatureView>>;

/** The number that a feature shares; null while the feature shows none. */
export function sharedNumber(name: SharedNumber, feature: FeatureView | undefined): number | null {
  const view: unknown = feature?.name === 'shown' ? feature.view : null;
  const value: unknown = typeof view === 'object' && view !== null ? (view as Readonly<Record<string, unknown>>)[name] : null;
  return typeof value === 'number' ? value : null;
}

/** `featuresOff` of the remote config: names as a list or separated by commas. Unknown names have no effect. */
export function readFeaturesOff(config: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  const given = config['featuresOff'];
  const names: readonly unknown[] =
    typeof given === 'string' ? given.split(',', MAX_NAMES) : Array.isArray(given) ? given.slice(0, MAX_NAMES) : [];
  return new Set(names.flatMap((name) => (typeof name === 'string' && name.trim() !== '' ? [name.trim()] : [])));
}
const MAX_NAMES = 64;
