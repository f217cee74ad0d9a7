import { useState } from 'react';

import { useRoom } from '../room-context.ts';
import { Icon, type IconName } from '../../design/icons/Icon.tsx';
import { FeatureBoundary } from '../overlays/FeatureBoundary.tsx';
import { late } from '../overlays/late.ts';
import { useText } from '../text/text.ts';
import css from './BottomPanel.module.css';

/** Separate chunks, because no panel is opened before the first picture. */
const featureEntries = late(async () => ({ default: (await import('../features/FeatureEntries.tsx')).FeatureEntries }));
const mainEntries = late(async () => ({ default: (await import('../features/FeatureEntries.tsx')).MainEntries }));
const dockButton = late(() => import('../features/DockButton.tsx'));
const sharePanel = late(() => import('../share/SharePanel.tsx'));

type Shared = 'room' | 'app';

/** Below the stage: the entries of features, sharing and the client. On a phone the main entry is beside the field of the chat. */
export default function BottomPanel() {
  const room = useRoom('room');
  const { compact, low } = useRoom('layout');
  const text = useText();
  const [shared, setShared] = useState<Shared | null>(null);
  const isNarrow = compact || low;
  const tools = (
    <>
      <Tool icon="share" label={text.copyRoomLink} evid="room_share" onClick={() => setShared('room')} />
      <Tool icon="app" label={text.downloadClient} onClick={() => setShared('app')} />
    </>
  );
  return (
    <footer className={css.panel} data-room-part="bottom">
      {!isNarrow && <FeatureBoundary name="entries">{() => <mainEntries.Part />}</FeatureBoundary>}
      <FeatureBoundary name="dock-button">{() => <dockButton.Part className={css.running ?? ''} />}</FeatureBoundary>
      <FeatureBoundary name="entries" waiting={<span className={css.waiting} />}>
        {() => <featureEntries.Part>{isNarrow && tools}</featureEntries.Part>}
      </FeatureBoundary>
      {!isNarrow && (
        <>
          <span className={css.number}>{room.roomId > 0 && text.roomNumber(room.roomId)}</span>
          {tools}
        </>
      )}
      {shared !== null && (
        <FeatureBoundary name="share" onBroken={() => setShared(null)}>
          {() => <sharePanel.Part about={shared} onClose={() => setShared(null)} />}
        </FeatureBoundary>
      )}
    </footer>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly label: string;
  readonly evid?: string;
  readonly onClick: () => void;
}

function Tool({ icon, label, evid, onClick }: ToolProps) {
  return (
    <button type="button" className={css.tool} data-evid={evid} aria-haspopup="dialog" onClick={onClick}>
      <Icon name={icon} size={22} />
      <span>{label}</span>
    </button>
  );
}
