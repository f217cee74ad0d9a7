import type { IconName } from '../design/icons/Icon.tsx';
import type { Decision } from '../player/base/machine.ts';

/** Groups in which scenarios are listed. */
export const SCENARIO_GROUPS = ['rooms', 'features', 'faults', 'devices'] as const;

/** A scenario of the offline build. */
export interface ScenarioLink {
  readonly name: string;
  readonly group: (typeof SCENARIO_GROUPS)[number];
  /** What it is about, at a glance. */
  readonly icon: IconName;
  /** Its picture on a sheet of `of` pictures, one below the other; null until `npm run readme -- screenshot --scenarios` has taken it. */
  readonly picture: { readonly sheet: string; readonly at: number; readonly of: number } | null;
  readonly about: Readonly<Record<'zh-CN' | 'en', string>>;
  readonly address: string;
}
/** The part of the offline build's mock backend that the page uses; mocks/page.ts implements it. */
export interface OfflineRoom {
  readonly scenarios: readonly ScenarioLink[];
  /** Opens the developer's panel. `decisions` are shown in it and added to a recorded session. */
  openPanel(decisions: () => Promise<readonly Decision[]>): Promise<void>;
}
