import { useRoom, useRoomContext } from '../room-context.ts';
import { FeatureBoundary } from './FeatureBoundary.tsx';
import { late } from './late.ts';

const dialogBox = late(async () => import('./DialogBox.tsx'));

/** One dialog at a time; the next one opens when the first is closed, or if the first cannot be shown. */
export function DialogHost() {
  const [dialog] = useRoom('dialogs');
  const { act } = useRoomContext();
  if (dialog === undefined) return null;
  return (
    <FeatureBoundary name="dialog" key={dialog.type} onBroken={() => act({ type: 'close-dialog', dialog: dialog.type })}>
      <dialogBox.Part dialog={dialog} />
    </FeatureBoundary>
  );
}
