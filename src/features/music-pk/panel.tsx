import type { BoxAction } from '../../core/room/feature/feature-box.ts';
import { FeatureStrip } from '../../ui/features/parts/FeatureParts.tsx';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Box } from '../../ui/overlays/Box.tsx';
import { MusicPkDetails } from './details.tsx';
import { lineText } from './line.tsx';
import type { MusicPkView } from './rules-view.ts';
import type { MusicPkWords } from './text.zh-CN.ts';

/** Blood and round are in the dock; question, kits and other actions are in a dialog. */
export default function MusicPkPanel({ view, act, words, place }: PanelProps<MusicPkView, BoxAction, MusicPkWords>) {
  const blood = view.own.blood + view.rival.blood;
  return (
    <>
      {place !== 'list' && (
        <FeatureStrip
          feature="music-pk"
          label={words.title}
          openLabel={words.open}
          icon="mic"
          title={
            view.phase === 'match'
              ? words.against(view.own.name, view.rival.name)
              : words.blood(view.own.name, view.own.blood, view.rival.name, view.rival.blood)
          }
          text={lineText(view, words)}
          timed={view}
          share={blood === 0 ? null : view.own.blood / blood}
          onOpen={() => act({ type: 'entry' })}
        />
      )}
      {view.isOpen && (
        <Box title={words.title} onClose={() => act({ type: 'close' })}>
          <MusicPkDetails view={view} act={act} words={words} />
        </Box>
      )}
    </>
  );
}
