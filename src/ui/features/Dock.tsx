import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import {
  asksToShow,
  DOCK_SLOTS,
  type DockOpen,
  type DockPlace,
  type DockSlot,
  placeFeatures,
  type Placement,
  stillOpen,
} from '../../core/room/feature/dock.ts';
import type { StageRegionName } from '../../core/room/stage.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { FEATURES, nameOfFeature } from '../../features/index.ts';
import { Modal } from '../overlays/Modal.tsx';
import { useFeatureNames, useRoom } from '../room-context.ts';
import { StageRegion } from '../stage/StageRegion.tsx';
import { useLanguage } from '../text/text.ts';
import css from './Dock.module.css';
import { FeaturePanel } from './FeaturePanel.tsx';

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

function collapse(name: string, isCollapsed: boolean): void {
  const collapsed = new Set(state.collapsed);
  if (isCollapsed) collapsed.add(name);
  else collapsed.delete(name);
  changeDock({ collapsed });
}

/** `shown`: names of the features that have something to show. */
function closeWhatWent(shown: readonly string[]): void {
  const { sheet, isListOpen } = stillOpen(state, shown);
  if (sheet !== state.sheet || isListOpen !== state.isListOpen) changeDock({ sheet, isListOpen });
}

const useDockState = (): DockState =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => state,
  );

const isDockSlot = (slot: string | null): slot is DockSlot => DOCK_SLOTS.some((known) => known === slot);

/** Features that have something to show, with their places. */
/** A phone, also in landscape, has no place beside the star: its cards are sheets. */
function useIsPhone(): boolean {
  const { compact, low, hasTheatre } = useRoom('layout');
  return compact || (low && !hasTheatre);
}

function usePlacements(): readonly Placement[] {
  const names = useFeatureNames(({ name }) => name === 'shown');
  const isPhone = useIsPhone();
  const { orientation } = useRoom('layout');
  const { liveFail } = useRoom('tips');
  const { collapsed, sheet } = useDockState();
  return useMemo(() => {
    const shown = names.split(' ');
    const items = FEATURES.flatMap(({ name, slot, dock }) =>
      dock !== undefined && isDockSlot(slot) && shown.includes(name)
        ? [{ name, wants: slot, weight: dock.weight, isCollapsed: collapsed.has(name) }]
        : [],
    );
    return placeFeatures(items, { isCompact: isPhone, isVertical: orientation === 'vertical', isFailed: liveFail }, sheet);
  }, [names, isPhone, orientation, liveFail, collapsed, sheet]);
}

const DOCK_TEXT = {
  'zh-CN': {
    running: (count: number): string => `进行中 ${count}`,
    runningFirst: (name: string, others: number): string => (others === 0 ? name : `${name} 等 ${others + 1} 项`),
    title: '正在进行',
    shown: '显示中',
    hidden: '已收起',
    show: (name: string): string => `显示 ${name}`,
    collapse: (name: string): string => `收起 ${name}`,
  },
  en: {
    running: (count: number): string => `Running: ${count}`,
    runningFirst: (name: string, others: number): string => (others === 0 ? name : `${name} +${others}`),
    title: 'What is running',
    shown: 'on the page',
    hidden: 'collapsed',
    show: (name: string): string => `Show ${name}`,
    collapse: (name: string): string => `Collapse ${name}`,
  },
} as const;

/**
 * Feature panels over the picture: strips at its top, cards at its side. A panel keeps its element in every place, so that its dialogs stay
 * open while it moves; features that are only in the list are not rendered.
 */
export default function Dock() {
  const placements = usePlacements();
  const at = (place: DockPlace): readonly string[] => placements.filter((one) => one.place === place).map(({ name }) => name);
  const [sheet] = at('sheet');
  return (
    <>
      <Places names={at('stage-strip')} place="stage-strip" />
      <Places names={at('side')} place="side" />
      <Places names={at('bottom')} place="bottom" />
      {at('list').map((name) => (
        <FeaturePanel key={name} name={name} place="list" />
      ))}
      {sheet !== undefined && <Sheet name={sheet} />}
    </>
  );
}

const REGION_OF = { 'stage-strip': 'strips', side: 'side', bottom: 'bottom' } as const satisfies Record<DockSlot, StageRegionName>;

function Places({ names, place }: { readonly names: readonly string[]; readonly place: DockSlot }) {
  const language = useLanguage();
  const text = DOCK_TEXT[language];
  return (
    <StageRegion name={REGION_OF[place]}>
      {names.map((name) => (
        <div key={name} className={css.item} data-docked={name} data-place={place}>
          <div className={css.panel}>
            <FeaturePanel name={name} place={place} />
          </div>
          <button
            type="button"
            className={css.collapse}
            aria-label={text.collapse(nameOfFeature(name, language))}
            title={text.collapse(nameOfFeature(name, language))}
            onClick={() => collapse(name, true)}
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      ))}
    </StageRegion>
  );
}

function Sheet({ name }: { readonly name: string }) {
  const language = useLanguage();
  return (
    <Modal title={nameOfFeature(name, language)} onClose={() => changeDock({ sheet: '' })}>
      <div className={css.sheet} data-docked={name} data-place="sheet">
        <FeaturePanel name={name} place="sheet" />
      </div>
    </Modal>
  );
}

interface RowProps extends Placement {
  readonly language: keyof typeof DOCK_TEXT;
}

/** One feature of the list. Its only button shows or hides it. */
function Row({ name, place, language }: RowProps) {
  const isPhone = useIsPhone();
  const isShown = place !== 'list';
  // A new row counts as unchanged.
  const state = useRef({ isShown, changedMs: -Infinity });
  useEffect(() => {
    if (state.current.isShown !== isShown) state.current = { isShown, changedMs: performance.now() };
  }, [isShown]);
  const press = (): void => {
    const isToShow = asksToShow(isShown, performance.now() - state.current.changedMs);
    collapse(name, !isToShow);
    if (isToShow) changeDock({ isListOpen: false, sheet: isPhone ? name : '' });
  };
  const text = DOCK_TEXT[language];
  const title = nameOfFeature(name, language);
  return (
    <li className={css.row} data-listed={name} data-place={place}>
      <span className={css.name}>{title}</span>
      <span className={css.where}>{isShown ? text.shown : text.hidden}</span>
      <button type="button" className="icon-button" aria-label={isShown ? text.collapse(title) : text.show(title)} onClick={press}>
        <Icon name={isShown ? 'close' : 'right'} size={18} />
      </button>
    </li>
  );
}

/** Number of running features, and their list: each is shown and hidden from there, on a phone as a sheet. */
export function DockButton({ className }: { readonly className: string }) {
  const placements = usePlacements();
  const { isListOpen } = useDockState();
  const isPhone = useIsPhone();
  const language = useLanguage();
  const text = DOCK_TEXT[language];
  useEffect(() => closeWhatWent(placements.map(({ name }) => name)), [placements]);
  if (placements.length === 0) return null;
  // A phone has no place beside the picture: the button shows the name of a feature that starts in the list, because nothing else indicates
  // it.
  const waiting = isPhone ? placements.find(({ why }) => why === 'no room at all') : undefined;

  return (
    <>
      <button
        type="button"
        className={className}
        data-dock-button=""
        data-waits={waiting !== undefined || undefined}
        aria-haspopup="dialog"
        onClick={() => changeDock({ isListOpen: true })}
      >
        <Icon name="running" size={18} />
        <span>
          {waiting === undefined
            ? text.running(placements.length)
            : text.runningFirst(nameOfFeature(waiting.name, language), placements.length - 1)}
        </span>
      </button>
      {isListOpen && (
        <Modal title={text.title} onClose={() => changeDock({ isListOpen: false })}>
          <ul className={css.list}>
            {placements.map((placement) => (
              <Row key={placement.name} {...placement} language={language} />
            ))}
          </ul>
        </Modal>
      )}
    </>
  );
}
