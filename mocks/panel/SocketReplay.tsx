import { useSyncExternalStore } from 'react';

import { controlOfPage, type MockControl } from '../control.ts';
import { Recording } from './Recording.tsx';

/** S10: starts the replay of a recorded session in the socket debug view, which shows it after the reload. */
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
