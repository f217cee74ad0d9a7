import { lazy } from 'react';

import { useRoom } from '../room-context.ts';
import { FeatureBoundary } from './FeatureBoundary.tsx';

const DialogBox = lazy(async () => import('./DialogBox.tsx'));

/** One dialog at a time; the next one opens when the first is closed. */
export function DialogHost() {
  const [dialog] = useRoom('dialogs');
  if (dialog === undefined) return null;
  return (
    <FeatureBoundary name="dialog" key={dialog.type}>
      <DialogBox dialog={dialog} />
    </FeatureBoundary>
  );
}
