/** Shows the developer's panel beside the room; loaded only when the mock backend runs. */
import { createRoot } from 'react-dom/client';

import type { MockControl } from '../control.ts';
import { Panel } from './PanelView.tsx';

export function showPanel(control: MockControl): void {
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<Panel control={control} />);
}
