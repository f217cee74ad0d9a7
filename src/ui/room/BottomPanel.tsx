import { useState } from 'react';

import { useRoom } from '../room-context.ts';
import { Icon, type IconName } from '../../design/icons/Icon.tsx';
import { latePart } from '../overlays/FeatureBoundary.tsx';
import { useText } from '../text/text.ts';
import entries from '../features/FeatureEntries.module.css';
import css from './BottomPanel.module.css';

/** Separate chunks, because no panel is opened before the first picture. */
const FeatureEntries = latePart('entries', async () => ({ default: (await import('../features/FeatureEntries.tsx')).FeatureEntries }));
const MainEntries = latePart('entries', async () => ({ default: (await import('../features/FeatureEntries.tsx')).MainEntries }));
const DockButton = latePart('dock-button', async () => ({ default: (await import('../features/Dock.tsx')).DockButton }));
const SharePanel = latePart('share', () => import('../share/SharePanel.tsx'));

type Shared = 'room' | 'app';

/** Below the stage: the entries of features, sharing and the client. On a phone the main entry is beside the field of the chat. */
export default function BottomPanel() {
  const room = useRoom('room');
  const { compact, low, orientation } = useRoom('layout');
  const text = useText();
  const [shared, setShared] = useState<Shared | null>(null);
  const isNarrow = compact || low;
  // The panel of a vertical room is as narrow as its chat.
  const isOneRow = isNarrow || orientation === 'vertical';
  const tools = (
    <>
      <Tool icon="share" label={text.copyRoomLink} evid="room_share" onClick={() => setShared('room')} />
      <Tool icon="app" label={text.downloadClient} onClick={() => setShared('app')} />
    </>
  );
  return (
    <footer className={css.panel} data-room-part="bottom">
      {!isNarrow && <MainEntries />}
      <DockButton className={css.running ?? ''} />
      <FeatureEntries waiting={<span className={css.waiting} />}>{isOneRow && tools}</FeatureEntries>
      {!isOneRow && (
        <>
          <span className={css.number}>
            <span>{room.roomId > 0 && text.roomNumber(room.roomId)}</span>
          </span>
          {tools}
        </>
      )}
      {shared !== null && <SharePanel about={shared} onBroken={() => setShared(null)} onClose={() => setShared(null)} />}
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
    <button type="button" className={entries.entry} data-evid={evid} aria-haspopup="dialog" onClick={onClick}>
      <Icon name={icon} size={22} />
      <span>{label}</span>
    </button>
  );
}
