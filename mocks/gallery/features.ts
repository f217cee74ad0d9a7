/** All states of all features: each scripted session is run to chosen times, and its messages are passed to the feature's `room.ts`. */
import { createDecisionLog } from '../../src/player/base/decision-log.ts';
import { done, err } from '../../src/core/errors.ts';
import { readServices } from '../../src/core/services.ts';
import { FEATURES } from '../../src/features/index.ts';
import { encodePush } from '../../src/wire/encode-push.ts';
import { readPush } from '../../src/wire/all-families.ts';
import { readEnvelope, readFrame } from '../../src/wire/frame.ts';
import type { Message } from '../../src/wire/registry.ts';
import type { FeatureContext } from '../../src/workers/room/features/feature-api.ts';
import { loadRoomPart } from '../../src/workers/room/features/feature-loader.ts';
import type { SessionPush } from '../sessions/session.ts';
import { createSessionHost } from '../sessions/session-host.ts';
import { SESSIONS } from '../sessions/sessions.ts';
import { rowNamed } from '../recordings/push-rows.ts';
import { createVirtualClock } from '../recordings/session-log.ts';

const ROOM_ID = 1_001;
const STAR_ID = 91_001;
const VIEWER_ID = 880_001;
/** Sampling interval and number of samples; milliseconds of the session. */
const LOOK_EVERY_MS = 1_000;
const LOOKS = 200;

export interface FeatureState {
  readonly feature: string;
  readonly atMs: number;
  /** Part of the view that identifies this state. */
  readonly label: string;
  readonly view: object;
}

export const GALLERY_FEATURES = [...new Set(SESSIONS.map(({ feature }) => feature))].filter((name) =>
  FEATURES.some((feature) => feature.name === name),
);

/** The states of one feature that differ in more than numbers, in order. */
export async function statesOf(feature: string, userId = VIEWER_ID): Promise<readonly FeatureState[]> {
  const half = await loadRoomPart(feature);
  const messages = FEATURES.find(({ name }) => name === feature)?.messages ?? [];
  const found: FeatureState[] = [];
  for (const { name } of SESSIONS.filter((session) => session.feature === feature)) {
    const clock = createVirtualClock();
    let view: object | null = null;
    const host = createSessionHost(SESSIONS, {
      clock,
      onStatus: () => undefined,
      push: (push) => {
        const message = messages.includes(push.name) && (push.toUserId === null || push.toUserId === userId) ? received(push) : null;
        if (message !== null) instance.onMessage(message);
      },
    });
    const context: Partial<FeatureContext> = {
      clock,
      random: () => 0.5,
      decisions: createDecisionLog(),
      roomId: () => ROOM_ID,
      liveInfo: () => null,
      count: () => undefined,
      log: () => undefined,
      failure: () => undefined,
      openLogin: () => undefined,
      services: readServices('', 'https://gallery.test').services,
      call: () => Promise.resolve(err('HTTP_NETWORK', 'the gallery has no services')),
      callFeature: (verb, fields) => {
        host.call(ROOM_ID, feature, { verb, fields: fields ?? {} }, { userId, nickname: '观众0001', isStar: userId === STAR_ID });
        return Promise.resolve(done);
      },
    };
    const room = { starId: STAR_ID, starName: '小喵Momo', avatarUrl: '' };
    const instance = half.create({ ...context, room: () => room, login: () => ({ userId }) } as never as FeatureContext, {
      show: (next) => (view = next as object | null),
      onError: (cause) => {
        throw cause instanceof Error ? cause : new Error(String(cause));
      },
    });
    instance.onAction({ type: 'entry' });
    host.command(ROOM_ID, name, 'start');
    for (let look = 0; look < LOOKS; look++) {
      clock.advance(look === 0 ? 100 : LOOK_EVERY_MS);
      if (view !== null) keep(found, { feature, atMs: clock.nowMs(), label: labelOf(view), view });
    }
    instance.dispose();
    host.dispose();
  }
  return found;
}

function keep(found: FeatureState[], state: FeatureState): void {
  if (!found.some(({ label }) => label === state.label)) found.push(state);
}

/** Members of a view that identify a state; numbers, names and texts do not. */
const STATE_KEYS = [
  'at',
  'kind',
  'phase',
  'stage',
  'status',
  'result',
  'reply',
  'level',
  'is',
  'what',
  'load',
  'winner',
  'isOpen',
  'isOverdue',
  'isLit',
];

function labelOf(view: object): string {
  const parts: string[] = [];
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > 3) return;
    for (const [key, one] of Object.entries(value)) {
      if (STATE_KEYS.includes(key) && (typeof one === 'string' || typeof one === 'boolean')) parts.push(`${key}=${String(one)}`);
      look(one, depth + 1);
    }
  };
  look(view, 0);
  return parts.join(' ') || 'shown';
}

function received({ name, body }: SessionPush): Message | null {
  const { id } = rowNamed(name);
  const frame = readFrame(encodePush({ id, body, msgId: 'gallery', time: 0 }));
  if (!frame.ok || frame.value.kind !== 'push') return null;
  const envelope = readEnvelope(frame.value.payload);
  const message = envelope.ok ? readPush(id, envelope.value) : envelope;
  return message.ok ? message.value : null;
}
