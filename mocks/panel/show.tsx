/** Shows the developer's panel beside the room; loaded only when the mock backend runs. */
import { createRoot } from 'react-dom/client';

import type { Decision } from '../../src/core/decision-log.ts';
import type { MockControl } from '../control.ts';
import { Panel } from './PanelView.tsx';

export function showPanel(control: MockControl, decisions: () => Promise<readonly Decision[]>): void {
  const place = document.createElement('div');
  // The panel uses the colours of the dark theme.
  place.dataset['ground'] = 'dark';
  document.body.append(place);
  createRoot(place).render(<Panel control={control} decisions={decisions} />);
}
