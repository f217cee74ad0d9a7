import { useMemo, useSyncExternalStore } from 'react';
import { DOCK_SLOTS, placeFeatures, stillOpen, type DockOpen, type DockSlot, type Placement } from '../../core/room/feature/dock.ts';
import { FEATURES } from '../../features/index.ts';
import { useFeatureNames, useRoom } from '../room-context.ts';

/** The viewer's changes of the dock, kept while the page is open. */
interface DockState extends DockOpen {
  readonly collapsed: ReadonlySet<string>;
}

let state: DockState = { collapsed: new Set(), sheet: '', isListOpen: false };
const listeners = new Set<() => void>();

export function changeDock(change: Partial<DockState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

export function collapse(name: string, isCollapsed: boolean): void {
  const collapsed = new Set(state.collapsed);
  if (isCollapsed) collapsed.add(name);
  else collapsed.delete(name);
  changeDock({ collapsed });
}

/** `shown`: names of the features that have something to show. */
export function closeWhatWent(shown: readonly string[]): void {
  const { sheet, isListOpen } = stillOpen(state, shown);
  if (sheet !== state.sheet || isListOpen !== state.isListOpen) changeDock({ sheet, isListOpen });
}

export const useDockState = (): DockState =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => state,
  );

const isDockSlot = (slot: string | null): slot is DockSlot => DOCK_SLOTS.some((known) => known === slot);

/** Features that have something to show, with their places. */
export function usePlacements(): readonly Placement[] {
  const names = useFeatureNames(({ name }) => name === 'shown');
  const { compact, orientation } = useRoom('layout');
  const { liveFail } = useRoom('tips');
  const { collapsed, sheet } = useDockState();
  return useMemo(() => {
    const shown = names.split(' ');
    const items = FEATURES.flatMap(({ name, slot, dock }) =>
      dock !== undefined && isDockSlot(slot) && shown.includes(name)
        ? [{ name, wants: slot, weight: dock.weight, isCollapsed: collapsed.has(name) }]
        : [],
    );
    return placeFeatures(items, { isCompact: compact, isVertical: orientation === 'vertical', isFailed: liveFail }, sheet);
  }, [names, compact, orientation, liveFail, collapsed, sheet]);
}

/** Loaded with the dock, to keep the first bundle small. */
export const DOCK_TEXT = {
  'zh-CN': {
    entries: '互动功能',
    running: (count: number): string => `进行中 ${count}`,
    runningFirst: (name: string, others: number): string => (others === 0 ? name : `${name} 等 ${others + 1} 项`),
    title: '正在进行',
    shown: '显示中',
    hidden: '已收起',
    show: (name: string): string => `显示 ${name}`,
    collapse: (name: string): string => `收起 ${name}`,
  },
  en: {
    entries: 'In this room',
    running: (count: number): string => `Running: ${count}`,
    runningFirst: (name: string, others: number): string => (others === 0 ? name : `${name} +${others}`),
    title: 'What is running',
    shown: 'on the page',
    hidden: 'collapsed',
    show: (name: string): string => `Show ${name}`,
    collapse: (name: string): string => `Collapse ${name}`,
  },
} as const;
