import { type CSSProperties, useState } from 'react';

import { roomTime } from './room-time.ts';

/** Places the CSS animation of an element where it is by the age of what it shows: after a stop of the main thread it does not begin anew. */
export function useAged(sinceMs: number): CSSProperties {
  const [ageMs] = useState(() => Math.round(roomTime.ageMs(sinceMs)));
  return { animationDelay: `${-ageMs}ms` };
}
