import { type ReactNode, useLayoutEffect, useState, useSyncExternalStore, useCallback } from 'react';
import { createPortal } from 'react-dom';
import {
  coveredRanges,
  type CoveredRange,
  type RegionHost,
  type StageRegionName,
  STAGE_REGIONS,
  regionHost,
} from '../../core/room/stage.ts';
import { useRoom } from '../room-context.ts';
import css from './StageRegions.module.css';

/** The element of a region and its host. A region that moves to the other host gets a new element. */
interface MountedRegion {
  readonly element: HTMLElement;
  readonly host: RegionHost;
}

/** `shortcuts` is beside the main entry (features/FeatureEntries.tsx). */
type RegionName = StageRegionName | 'shortcuts';

const mounted = new Map<RegionName, MountedRegion>();
const listeners = new Set<() => void>();

function setRegion(name: RegionName, region: MountedRegion | null): void {
  if (region === null) mounted.delete(name);
  else mounted.set(name, region);
  for (const listener of listeners) listener();
}

/** Called by the host that draws the region's element. Returns a function for its removal. */
export function mountRegion(name: RegionName, host: RegionHost, element: HTMLElement): () => void {
  setRegion(name, { element, host });
  return () => {
    if (mounted.get(name)?.element === element) setRegion(name, null);
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const useMounted = (name: RegionName): MountedRegion | undefined => useSyncExternalStore(subscribe, () => mounted.get(name));

/** Host of the region, and its height in CSS pixels within its padding; undefined before the first layout. */
export function useRegionSize(name: StageRegionName): { readonly host: RegionHost; readonly heightPx: number } | undefined {
  const region = useMounted(name);
  const [heightPx, setHeightPx] = useState<number | null>(null);
  const element = region?.element;
  useLayoutEffect(() => {
    if (element === undefined) return undefined;
    const observer = new ResizeObserver((entries) => setHeightPx(entries.at(-1)?.contentRect.height ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return region === undefined || heightPx === null ? undefined : { host: region.host, heightPx };
}

/**
 * Calls `onChange` with the parts of the layer `name` that other regions of its host cover, at once and whenever they change
 * (core/room/stage.ts).
 */
export function watchCovered(layer: HTMLElement, onChange: (covered: readonly CoveredRange[]) => void): () => void {
  const host = layer.closest('[data-region-host]');
  const regions = [...(host?.children ?? [])].filter(
    (region): region is HTMLElement => region instanceof HTMLElement && !region.contains(layer),
  );
  const measure = (): void => onChange(coveredRanges(layer.getBoundingClientRect(), regions.flatMap(boxesIn)));
  const sizes = new ResizeObserver(measure);
  const observe = (): void => {
    sizes.disconnect();
    sizes.observe(layer);
    for (const region of regions) for (const child of region.children) sizes.observe(child);
  };
  // Observes layers that appear or disappear, because a region without layers has no size to observe.
  const children = new MutationObserver(() => {
    observe();
    measure();
  });
  for (const region of regions) children.observe(region, { childList: true });
  observe();
  return () => {
    sizes.disconnect();
    children.disconnect();
  };
}

/** Boxes of the region's content in their layout positions; entry animations are not included. */
function boxesIn(region: HTMLElement): readonly DOMRect[] {
  const { left, top } = region.getBoundingClientRect();
  return [...region.children].flatMap((child) =>
    // Lines fly behind the button for the sound, which is gone after one click.
    child instanceof HTMLElement && !child.hasAttribute('data-unmute')
      ? [new DOMRect(left + child.offsetLeft, top + child.offsetTop - region.scrollTop, child.offsetWidth, child.offsetHeight)]
      : [],
  );
}

/** Renders its children in a region of the stage, independent of the component's own position. */
export function StageRegion({ name, children }: { readonly name: RegionName; readonly children: ReactNode }) {
  const region = useMounted(name);
  return region === undefined ? null : createPortal(children, region.element);
}

const onFullscreenChange = (listener: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** The regions of one host (core/room/stage.ts). A CSS grid separates them, so that nothing overlaps. */
export default function StageRegionHost({ host }: { readonly host: RegionHost }) {
  const isFullscreen = useSyncExternalStore(onFullscreenChange, () => document.fullscreenElement !== null);
  const { compact, orientation } = useRoom('layout');
  const { liveFail } = useRoom('tips');
  const frame = { isCompact: compact, isVertical: orientation === 'vertical', isFullscreen };
  if (regionHost(frame) !== host) return null;
  return (
    <div className={css.host} data-region-host={host} data-failed={(host === 'stage' && liveFail) || undefined} data-ground="dark">
      {STAGE_REGIONS.map((name) => (
        <Region key={name} name={name} host={host} />
      ))}
    </div>
  );
}

function Region({ name, host }: { readonly name: StageRegionName; readonly host: RegionHost }) {
  const ref = useCallback((element: HTMLElement | null) => (element === null ? undefined : mountRegion(name, host, element)), [name, host]);
  return <div ref={ref} className={css[name]} data-region={name} />;
}
