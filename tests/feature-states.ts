/** All states of all features: each scripted session is run to chosen times, and its messages are passed to the feature's `room.ts`. */
import { SESSIONS } from '../mocks/sessions/sessions.ts';
import { FEATURES } from '../src/features/index.ts';
import { loadRoomPart } from '../src/workers/room/features/feature-loader.ts';
import { VIEWER_ID } from './feature-plays.ts';
import { featureRoom, HERE, playFeature } from './feature-room.ts';
import { wiresOf } from './wires/chosen.ts';

/** Sampling interval and number of samples; milliseconds of the session. */
const SAMPLE_EVERY_MS = 1_000;
const SAMPLES = 200;

export interface FeatureState {
  readonly feature: string;
  /** Part of the view that identifies this state. */
  readonly label: string;
  readonly view: object;
}

export const PLAYED_FEATURES = [...new Set(SESSIONS.map(({ feature }) => feature))].filter((name) =>
  FEATURES.some((feature) => feature.name === name),
);

/** The states of one feature that differ in more than numbers, in order. */
export async function statesOf(feature: string): Promise<readonly FeatureState[]> {
  const part = await loadRoomPart(feature);
  const messages: readonly string[] = FEATURES.find(({ name }) => name === feature)?.messages ?? [];
  const hasEntry = wiresOf(feature).actions.some(({ actions }) => 'entry' in actions);
  const found: FeatureState[] = [];
  for (const { name } of SESSIONS.filter((session) => session.feature === feature)) {
    const viewer = featureRoom(part, { userId: VIEWER_ID, feature }, (view) => view as object);
    const play = playFeature(SESSIONS, [viewer], (to, push) => (messages.includes(push.name) ? to.take(push) : undefined));
    if (hasEntry) await viewer.act({ type: 'entry' });
    play.host.command(HERE, name, 'start');
    for (let sample = 0; sample < SAMPLES; sample++) {
      play.advance(sample === 0 ? 100 : SAMPLE_EVERY_MS);
      if (viewer.errors.length > 0) throw new Error(`${feature} failed`, { cause: viewer.errors[0] });
      const view = viewer.view();
      const label = view === null ? '' : labelOf(view);
      if (view !== null && found.every((state) => state.label !== label)) found.push({ feature, label, view });
    }
    play.host.dispose();
  }
  return found;
}

/** Members of a view that identify a state; numbers, names and texts do not. */
const STATE_KEYS = /^(?:at|kind|phase|stage|status|result|reply|level|is|what|load|winner|isOpen|isOverdue|isLit)$/;

function labelOf(view: object): string {
  const parts: string[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 3) return;
    for (const [key, one] of Object.entries(value)) {
      if (STATE_KEYS.test(key) && (typeof one === 'string' || typeof one === 'boolean')) parts.push(`${key}=${String(one)}`);
      visit(one, depth + 1);
    }
  };
  visit(view, 0);
  return parts.join(' ') || 'shown';
}
