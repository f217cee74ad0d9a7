import { viewport } from './page-input.ts';
import { phasesOfVisit } from '../page/phases.ts';
import type { Decision } from '../core/decision-log.ts';
import type { Capabilities } from '../player/rules/orders.ts';
import type { PlayerFigures } from '../player/surface.ts';

/** What a viewer's log export carries beside the log's lines, as JSON: enough to see what was decided and why. No address, no login value. */
export interface Diagnostics {
  readonly version: string;
  readonly userAgent: string;
  readonly language: string;
  readonly viewport: { readonly width: number; readonly height: number; readonly devicePixelRatio: number };
  /** null before the browser was asked. */
  readonly capabilities: Capabilities | null;
  readonly figures: PlayerFigures | null;
  /** Milliseconds from the navigation, by name. */
  readonly phases: Readonly<Record<string, number>>;
  readonly decisions: readonly Decision[];
}

const APP_VERSION: string = import.meta.env['VITE_VERSION'] ?? 'unknown';

/** What the page itself knows of the visit, with what the session knows. */
export const describeVisit = (known: Pick<Diagnostics, 'capabilities' | 'figures' | 'decisions'>): Diagnostics => ({
  version: APP_VERSION,
  userAgent: navigator.userAgent,
  language: document.documentElement.lang,
  viewport: { ...viewport(), devicePixelRatio },
  phases: phasesOfVisit(),
  ...known,
});
