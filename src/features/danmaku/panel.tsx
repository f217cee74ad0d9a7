import { type CSSProperties, useEffect, useRef } from 'react';

import type { PanelProps } from '../../ui/features/panel.ts';
import type { CoveredRange } from '../../core/room/stage.ts';
import { latePart } from '../../ui/overlays/FeatureBoundary.tsx';
import { roomTime } from '../../ui/features/room-time.ts';
import { isCalm, watchMotion } from '../../ui/stage/motion.ts';
import { useRoom } from '../../ui/room-context.ts';
import { StageRegion, watchCovered } from '../../ui/stage/StageRegion.tsx';
import { createFlightDeck, type FlightDeck } from './page-flight.ts';
import css from './panel.module.css';
import type { DanmakuAction, DanmakuView } from './room.ts';
import type { DanmakuWords } from './text.ts';

const Settings = latePart('danmaku-settings', async () => import('./settings.tsx'));

export type DanmakuProps = PanelProps<DanmakuView, DanmakuAction, DanmakuWords>;

/** Chat lines over the picture, below all controls. Screen readers get the same text from the chat list. */
export default function DanmakuPanel(props: DanmakuProps) {
  const { view, act } = props;
  const hasPicture = useRoom('stage').name === 'live';
  usePageReport(hasPicture, act);
  return (
    <>
      {hasPicture && (
        <StageRegion name="flight">
          <Layer {...props} />
        </StageRegion>
      )}
      {view.areSettingsOpen && <Settings {...props} hasPicture={hasPicture} onBroken={() => act({ type: 'close' })} />}
    </>
  );
}

const NO_LAYER = { width: 0, height: 0, covered: [] };

/** Reports calm motion, and that no picture is visible, when the layer itself is not mounted. */
function usePageReport(hasPicture: boolean, act: DanmakuProps['act']): void {
  useEffect(() => {
    if (!hasPicture) act({ type: 'page', page: { ...NO_LAYER, reducedMotion: isCalm() } });
  }, [hasPicture, act]);
}

function Layer({ view, act }: DanmakuProps) {
  const layer = useRef<HTMLDivElement>(null);
  const deck = useRef<FlightDeck>(null);

  useEffect(() => {
    const element = layer.current;
    if (element === null) return undefined;
    const made = createFlightDeck(element, (startMs) => roomTime.ageMs(startMs));
    deck.current = made;
    let covered: readonly CoveredRange[] = [];
    const report = (): void => {
      const layerNow = document.hidden ? NO_LAYER : { width: element.clientWidth, height: element.clientHeight, covered };
      act({ type: 'page', page: { ...layerNow, reducedMotion: isCalm() } });
    };
    const unwatch = watchCovered(element, (next) => {
      covered = next;
      report();
    });
    const unwatchMotion = watchMotion(report);
    document.addEventListener('visibilitychange', report);
    return () => {
      unwatch();
      document.removeEventListener('visibilitychange', report);
      unwatchMotion();
      made.clear();
    };
  }, [act]);

  const { isShown, laneHeightPx, settings } = view;
  const { font, weight, outline } = settings;
  useEffect(() => deck.current?.show(view), [view]);

  const style = { fontSize: view.fontPx, lineHeight: `${laneHeightPx}px`, '--line-opacity': settings.opacity / 100 } as CSSProperties;
  return (
    <div
      ref={layer}
      className={css.layer}
      style={style}
      aria-hidden="true"
      data-danmaku={isShown ? 'on' : 'off'}
      data-font={font}
      data-weight={weight}
      data-outline={outline}
    />
  );
}
