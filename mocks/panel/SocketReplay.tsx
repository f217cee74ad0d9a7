import { useSyncExternalStore } from 'react';

import { controlOfPage } from '../page.ts';
import type { MockControl } from '../control.ts';
import { Recording } from './Recording.tsx';

/** S10: a recorded session is replayed from the view that shows what goes over the socket, which shows it again after the reload. */
export default function SocketReplay() {
  const control = controlOfPage();
  return control === null ? null : <Replay control={control} />;
}

function Replay({ control }: { control: MockControl }) {
  const state = useSyncExternalStore(
    (changed) => control.subscribe(changed),
    () => control.get(),
  );
  return <Recording control={control} state={state} />;
}
