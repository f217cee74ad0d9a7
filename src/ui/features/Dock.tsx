import type { DockPlace, DockSlot } from '../../core/room/feature/dock.ts';
import type { StageRegionName } from '../../core/room/stage/stage-regions.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { Box } from '../overlays/Box.tsx';
import { useLanguage } from '../text/text.ts';
import { nameOfFeature } from '../../features/index.ts';
import css from './Dock.module.css';
import { StageRegion } from '../stage/StageRegion.tsx';
import { changeDock, collapse, usePlacements } from './dock-state.ts';
import { DOCK_TEXT } from './dock-state.ts';
import { FeaturePanel } from './FeaturePanel.tsx';

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
    <Box title={nameOfFeature(name, language)} onClose={() => changeDock({ sheet: '' })}>
      <div className={css.sheet} data-docked={name} data-place="sheet">
        <FeaturePanel name={name} place="sheet" />
      </div>
    </Box>
  );
}
