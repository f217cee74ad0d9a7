import { viewport } from './page-input.ts';
import { phasesOfVisit } from '../../player/page/loading.ts';
import type { Decision } from '../../player/base/machine.ts';
import type { Capabilities } from '../../player/rules/recovery/orders.ts';
import type { PlayerFigures } from '../../player/page-player.ts';

/** Additional data of a viewer's log export, as JSON: shows decisions and their reasons. Contains no addresses and no login data. */
export interface Diagnostics {
  readonly version: string;
  readonly userAgent: string;
  readonly language: string;
  readonly viewport: { readonly width: number; readonly height: number; readonly devicePixelRatio: number };
  /** null before the browser's capabilities were detected. */
  readonly capabilities: Capabilities | null;
  readonly figures: PlayerFigures | null;
  /** Milliseconds since navigation, by name. */
  readonly phases: Readonly<Record<string, number>>;
  readonly decisions: readonly Decision[];
}

const APP_VERSION: string = import.meta.env['VITE_VERSION'] ?? 'unknown';

/** Adds the page's own data to those of the session. */
export const describeVisit = (known: Pick<Diagnostics, 'capabilities' | 'figures' | 'decisions'>): Diagnostics => ({
  version: APP_VERSION,
  userAgent: navigator.userAgent,
  language: document.documentElement.lang,
  viewport: { ...viewport(), devicePixelRatio },
  phases: phasesOfVisit(),
  ...known,
});
