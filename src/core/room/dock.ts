import { firstRule, whysOf, type Rule } from '../rules.ts';

/** Slots that a module's manifest can ask for. */
export const DOCK_SLOTS = ['stage-strip', 'side', 'bottom'] as const;
export type DockSlot = (typeof DOCK_SLOTS)[number];

/** Where it stands: `list` only in the list of what runs, `sheet` over the page of a phone, opened from that list. */
export type DockPlace = DockSlot | 'sheet' | 'list';

export interface DockItem {
  readonly name: string;
  readonly wants: DockSlot;
  /** The heavier one keeps its place. */
  readonly weight: number;
  readonly isCollapsed: boolean;
}

export interface DockFrame {
  readonly isCompact: boolean;
  readonly isVertical: boolean;
}

/** Modules shown in one place at once. There is little room over the picture: a phone shows one strip only. */
export const DOCK_LIMITS = {
  wide: { 'stage-strip': 2, side: 2, bottom: 1 },
  compact: { 'stage-strip': 1, side: 0, bottom: 0 },
} as const satisfies Record<string, Readonly<Record<DockSlot, number>>>;

/** Modules that the list holds; the lightest give way. */
export const MAX_DOCKED = 24;

/** Where a module goes when there is no room where it wants to stand. */
const NEXT: Readonly<Record<DockSlot, DockSlot | null>> = { 'stage-strip': 'side', bottom: 'side', side: null };

interface DockCase {
  readonly isCollapsed: boolean;
  readonly isOpenSheet: boolean;
  readonly hasRoom: boolean;
  readonly hasNextRoom: boolean;
}

/** First row that holds decides. */
const RULES = [
  { why: 'opened as a sheet', at: 'sheet', when: (c) => c.isOpenSheet },
  { why: 'collapsed by the viewer', at: 'list', when: (c) => c.isCollapsed },
  { why: 'where it belongs', at: 'own', when: (c) => c.hasRoom },
  { why: 'no room where it belongs', at: 'next', when: (c) => c.hasNextRoom },
  { why: 'no room at all', at: 'list', when: () => true },
] as const satisfies readonly (Rule<DockCase> & { readonly at: 'sheet' | 'list' | 'own' | 'next' })[];

export type DockWhy = (typeof RULES)[number]['why'];
export const DOCK_WHYS: readonly DockWhy[] = whysOf(RULES);

export interface Placement {
  readonly name: string;
  readonly place: DockPlace;
  readonly why: DockWhy;
}

/**
 * Places of several modules that run at once: the heaviest first, equal ones by name, so that nothing moves when a third one comes and
 * goes. `sheet` is the one that the viewer opened over a phone's page, '' for none. Neither the picture nor the chat gives way to any.
 */
export function placeModules(items: readonly DockItem[], frame: DockFrame, sheet: string): readonly Placement[] {
  const free: Record<DockSlot, number> = { ...DOCK_LIMITS[frame.isCompact ? 'compact' : 'wide'] };
  // A portrait picture is narrow: modules that do not fit beside its strip are moved to the list.
  if (frame.isVertical) free.side = Math.min(free.side, 1);
  return items
    .toSorted((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_DOCKED)
    .map(({ name, wants, isCollapsed }) => {
      const next = NEXT[wants];
      const { at, why } = firstRule(RULES, {
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

/** A press belongs to what its button said this long before, in ms: what ends meanwhile makes room, and a row changes under the finger (a quick eye and hand take as long). */
export const PRESS_SETTLES_MS = 250;

/** What a press of a module's row asks for: to show it, or else to put it away. `sinceMs`: for how long it has been as it is. */
export const asksToShow = (isShown: boolean, sinceMs: number): boolean => (sinceMs < PRESS_SETTLES_MS ? isShown : !isShown);

/** What the viewer has opened of the dock: a module over a phone's page, '' for none, and the list of what runs. */
export interface DockOpen {
  readonly sheet: string;
  readonly isListOpen: boolean;
}

/** Closed with what it showed: a module that comes back later, or another first one, opens nothing over the page by itself. */
export const stillOpen = ({ sheet, isListOpen }: DockOpen, shown: readonly string[]): DockOpen => ({
  sheet: shown.includes(sheet) ? sheet : '',
  isListOpen: isListOpen && shown.length > 0,
});
