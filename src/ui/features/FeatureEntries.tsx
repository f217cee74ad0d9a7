import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

import { FEATURES } from '../../features/index.ts';
import { Icon, type IconName } from '../../design/icons/Icon.tsx';
import { useFeatureNames, useRoom, useRoomContext } from '../room-context.ts';
import { mountRegion } from '../stage/StageRegion.tsx';
import { useLanguage } from '../text/text.ts';
import css from './FeatureEntries.module.css';

/** Local storage key of the number of presses of each entry; owned by the page. */
const USES_KEY = 'footlight-entries';
/** Counts above this number are halved, so that a new habit replaces an old one. */
const MAX_USES = 64;

type Uses = Readonly<Record<string, number>>;

function readUses(): Uses {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(USES_KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Uses) : {};
  } catch {
    // Storage is forbidden or its content is broken: the order of the manifests is used.
    return {};
  }
}

function countUse(name: string): void {
  const uses = { ...readUses(), [name]: usesOf(readUses(), name) + 1 };
  const known = FEATURES.flatMap((feature) => (feature.entry === undefined ? [] : [feature.name]));
  const isFull = known.some((one) => usesOf(uses, one) > MAX_USES);
  const kept = known.flatMap((one) => (usesOf(uses, one) === 0 ? [] : [[one, Math.ceil(usesOf(uses, one) / (isFull ? 2 : 1))]]));
  try {
    localStorage.setItem(USES_KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Storage is forbidden: the use is not remembered.
  }
}

const usesOf = (uses: Uses, name: string): number => {
  const count = uses[name];
  return typeof count === 'number' && count > 0 ? Math.min(count, 2 * MAX_USES) : 0;
};

type Manifest = (typeof FEATURES)[number];
const orderOf = ({ entry }: Manifest): number => entry?.order ?? Number.MAX_SAFE_INTEGER;

/** The most used first, then in the order of the manifests. Read once for a page, so that no entry moves under the viewer's finger. */
const uses = readUses();
const ENTRIES = FEATURES.filter(({ entry }) => entry !== undefined).toSorted(
  (a, b) => usesOf(uses, b.name) - usesOf(uses, a.name) || orderOf(a) - orderOf(b),
);

const ENTRIES_LABEL = { 'zh-CN': '互动功能', en: 'In this room' } as const;

interface Entry {
  readonly name: string;
  readonly icon: IconName;
  readonly label: string;
  readonly open: () => void;
}

/** Entries of the viewer's role. A feature that is off has none; a feature that is not loaded is loaded by its button. */
function useEntries(isMain: boolean): readonly Entry[] {
  const off = useFeatureNames(({ name }) => name === 'off').split(' ');
  const { role } = useRoom('room');
  const { act } = useRoomContext();
  const language = useLanguage();
  return ENTRIES.flatMap(({ name, entry, roles }) =>
    entry !== undefined && (entry.isMain === true) === isMain && (entry.roles ?? roles).includes(role) && !off.includes(name)
      ? [
          {
            name,
            icon: entry.icon as IconName,
            label: entry.label[language],
            open: () => {
              if (!isMain) countUse(name);
              act({ type: 'feature', feature: name, action: { type: 'entry' } });
            },
          },
        ]
      : [],
  );
}

/** The main entries, and the place beside them for a shortcut of their features. */
export function MainEntries() {
  const entries = useEntries(true);
  const { compact, low } = useRoom('layout');
  const shortcuts = useCallback(
    (element: HTMLElement | null) => (element === null ? undefined : mountRegion('shortcuts', 'page', element)),
    [],
  );
  if (entries.length === 0) return null;
  return (
    <span className={css.main}>
      {entries.map(({ name, icon, label, open }) => (
        <button
          key={name}
          type="button"
          className={`pill main-action ${css.mainEntry}`}
          data-entry={name}
          data-evid="feature_entry"
          data-expose=""
          data-detail={name}
          onClick={open}
        >
          <Icon name={icon} size={20} />
          {/* On a phone the gift itself is the picture. */}
          <span className={compact || low ? 'unseen' : undefined}>{label}</span>
        </button>
      ))}
      <span ref={shortcuts} className={css.shortcuts} data-shortcuts="" />
    </span>
  );
}

/** All other entries in one row that scrolls. */
export function FeatureEntries({ children }: { readonly children?: React.ReactNode }) {
  const entries = useEntries(false);
  const row = useRef<HTMLDivElement>(null);
  const { before, after } = useOverflow(row);
  const label = ENTRIES_LABEL[useLanguage()];
  const scroll = (direction: -1 | 1): void =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.8, behavior: 'smooth' });
  return (
    <div className={css.entries} data-before={before || undefined} data-after={after || undefined}>
      <div ref={row} className={css.row} role="group" aria-label={label}>
        {entries.map(({ name, icon, label, open }) => (
          <button
            key={name}
            type="button"
            className={css.entry}
            data-entry={name}
            data-evid="feature_entry"
            data-expose=""
            data-detail={name}
            onClick={open}
          >
            <Icon name={icon} size={22} />
            <span>{label}</span>
          </button>
        ))}
        {children}
      </div>
      {/* For a mouse without a horizontal wheel; keys and fingers scroll the row itself. */}
      {before && (
        <button type="button" className={css.back} tabIndex={-1} aria-hidden="true" onClick={() => scroll(-1)}>
          <Icon name="right" size={18} />
        </button>
      )}
      {after && (
        <button type="button" className={css.forth} tabIndex={-1} aria-hidden="true" onClick={() => scroll(1)}>
          <Icon name="right" size={18} />
        </button>
      )}
    </div>
  );
}

/** Whether a row can be scrolled to its beginning and to its end. */
function useOverflow(row: RefObject<HTMLElement | null>): { readonly before: boolean; readonly after: boolean } {
  const [shown, setShown] = useState({ before: false, after: false });
  useEffect(() => {
    const element = row.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const next = { before: scrollLeft > 1, after: scrollLeft + clientWidth < scrollWidth - 1 };
      setShown((last) => (last.before === next.before && last.after === next.after ? last : next));
    };
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    const children = new MutationObserver(measure);
    children.observe(element, { childList: true, characterData: true, subtree: true });
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      sizes.disconnect();
      children.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [row]);
  return shown;
}
