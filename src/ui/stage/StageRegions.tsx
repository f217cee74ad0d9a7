import { useCallback, useSyncExternalStore } from 'react';

import { STAGE_REGIONS, type RegionHost, regionHost, type StageRegionName } from '../../core/room/stage/stage-regions.ts';
import { useRoom } from '../room-context.ts';
import { mountRegion } from './StageRegion.tsx';
import css from './StageRegions.module.css';

const onFullscreenChange = (listener: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** The regions of one host (core/room/stage/stage-regions.ts). A CSS grid separates them, so that nothing overlaps. */
export default function StageRegionHost({ host }: { readonly host: RegionHost }) {
  const isFullscreen = useSyncExternalStore(onFullscreenChange, () => document.fullscreenElement !== null);
  const { compact, orientation } = useRoom('layout');
  const { liveFail } = useRoom('tips');
  const frame = { isCompact: compact, isVertical: orientation === 'vertical', isFullscreen };
  const names = STAGE_REGIONS.filter((name) => regionHost(name, frame) === host);
  if (names.length === 0) return null;
  return (
    <div className={css.host} data-region-host={host} data-failed={(host === 'stage' && liveFail) || undefined} data-ground="dark">
      {names.map((name) => (
        <Region key={name} name={name} host={host} />
      ))}
    </div>
  );
}

function Region({ name, host }: { readonly name: StageRegionName; readonly host: RegionHost }) {
  const ref = useCallback((element: HTMLElement | null) => (element === null ? undefined : mountRegion(name, host, element)), [name, host]);
  return <div ref={ref} className={css[name]} data-region={name} />;
}
