import { firstRule, reasonsOf, type Rule } from '../../../player/base/machine.ts';

/** Slots that a feature's manifest can request. */
export const DOCK_SLOTS = ['stage-strip', 'side', 'bottom'] as const;
export type DockSlot = (typeof DOCK_SLOTS)[number];

/** Place of a feature: `list` only in the list of running features, `sheet` over a phone's page, opened from that list. */
export type DockPlace = DockSlot | 'sheet' | 'list';

export interface DockItem {
  readonly name: string;
  readonly wants: DockSlot;
  /** The heavier feature keeps its place. */
  readonly weight: number;
  readonly isCollapsed: boolean;
}

export interface DockFrame {
  readonly isCompact: boolean;
  readonly isVertical: boolean;
  /** The tip of a failed stream is over the picture: on a phone nothing else fits there. */
  readonly isFailed: boolean;
}

/** Features shown per place at once. Space over the picture is limited: a phone shows one strip. */
export const DOCK_LIMITS = {
  wide: { 'stage-strip': 2, side: 2, bottom: 1 },
  compact: { 'stage-strip': 1, side: 0, bottom: 0 },
  covered: { 'stage-strip': 0, side: 0, bottom: 0 },
} as const satisfies Record<string, Readonly<Record<DockSlot, number>>>;

/** Maximum number of features in the list; the lightest are dropped. */
const MAX_DOCKED = 24;

/** The next place to try when a place is full. */
const NEXT: Readonly<Record<DockSlot, DockSlot | null>> = { 'stage-strip': 'side', bottom: 'side', side: null };

interface DockCase {
  readonly isCollapsed: boolean;
  readonly isOpenSheet: boolean;
  readonly hasRoom: boolean;
  readonly hasNextRoom: boolean;
}

const RULES = [
  { why: 'opened as a sheet', name: 'sheet', when: (c) => c.isOpenSheet },
  { why: 'collapsed by the viewer', name: 'list', when: (c) => c.isCollapsed },
  { why: 'where it belongs', name: 'own', when: (c) => c.hasRoom },
  { why: 'no room where it belongs', name: 'next', when: (c) => c.hasNextRoom },
  { why: 'no room at all', name: 'list', when: () => true },
] as const satisfies readonly (Rule<DockCase> & { readonly name: 'sheet' | 'list' | 'own' | 'next' })[];

export type DockWhy = (typeof RULES)[number]['why'];
export const DOCK_REASONS: readonly DockWhy[] = reasonsOf(RULES);

export interface Placement {
  readonly name: string;
  readonly place: DockPlace;
  readonly why: DockWhy;
}

/**
 * Places of features that run at the same time: the heaviest first, equal ones by name, so that nothing moves when a third one starts and
 * ends. `sheet` is the one opened by the viewer over a phone's page, '' for none. The picture and the chat keep their space.
 */
export function placeFeatures(items: readonly DockItem[], frame: DockFrame, sheet: string): readonly Placement[] {
  // A portrait room on a phone has its strip outside of the tip.
  const isCovered = frame.isCompact && frame.isFailed && !frame.isVertical;
  const free: Record<DockSlot, number> = { ...DOCK_LIMITS[isCovered ? 'covered' : frame.isCompact ? 'compact' : 'wide'] };
  // A portrait picture is narrow: features that do not fit beside its strip are moved to the list.
  if (frame.isVertical) free.side = Math.min(free.side, 1);
  return items
    .toSorted((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_DOCKED)
    .map(({ name, wants, isCollapsed }) => {
      const next = NEXT[wants];
      const { name: at, why } = firstRule(RULES, {
        isCollapsed,
        isOpenSheet: frame.isCompact && name === sheet,
        hasRoom: free[wants] > 0,
        hasNextRoom: next !== null && free[next] > 0,
      });
      const place: DockPlace = at === 'own' ? wants : at === 'next' && next !== null ? next : at === 'sheet' ? 'sheet' : 'list';
      if (place !== 'sheet' && place !== 'list') free[place]--;
      return { name, place, why };
    });
}

/**
 * A press counts for the label that the button had this many ms before, because a feature that ends moves the rows while the viewer presses
 * (about a human reaction time).
 */
export const PRESS_SETTLES_MS = 250;

/** Meaning of a press on a feature's row: true to show it, false to hide it. `sinceMs`: time since the row last changed. */
export const asksToShow = (isShown: boolean, sinceMs: number): boolean => (sinceMs < PRESS_SETTLES_MS ? isShown : !isShown);

/** Open parts of the dock: the sheet over a phone's page, '' for none, and the list of running features. */
export interface DockOpen {
  readonly sheet: string;
  readonly isListOpen: boolean;
}

/** Closes a sheet whose feature has ended, so that a feature that starts later opens nothing over the page by itself. */
export const stillOpen = ({ sheet, isListOpen }: DockOpen, shown: readonly string[]): DockOpen => ({
  sheet: shown.includes(sheet) ? sheet : '',
  isListOpen: isListOpen && shown.length > 0,
});
