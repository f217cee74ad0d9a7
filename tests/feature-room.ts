import { SESSION_CODE, type SessionPush, viewerName } from '../mocks/sessions/session.ts';
import { createSessionHost, type Session, type SessionHost } from '../mocks/sessions/session-host.ts';
import { rowNamed } from '../mocks/recordings/push-rows.ts';
import { createDecisionLog } from '../src/player/base/machine.ts';
import { done, err } from '../src/core/errors.ts';
import { fallbackInfo } from '../src/core/room/start/live-info.ts';
import { readServices } from '../src/core/services.ts';
import { codecOf } from '../src/wire/all-families.ts';
import { readContent, readEnvelope, readFrame } from '../src/wire/frame.ts';
import { encodePush } from '../src/wire/server-side.ts';
import { rowOf, type Message } from '../src/wire/registry.ts';
import type { FeatureContext, FeatureRoomPart } from '../src/workers/room/features/feature-api.ts';
import { manualClock, type ManualClock } from '../src/player/tests/manual-clock.ts';
import type { Seeded } from '../src/wasm/tests/seeded.ts';

/** Encodes and decodes a push: the message that the room worker receives. */
export function received({ name, body }: SessionPush): Message {
  const { id } = rowNamed(name);
  const frame = readFrame(encodePush({ id, body, msgId: 'x', time: 1 }));
  if (!frame.ok || frame.value.kind !== 'push') throw new Error('no push');
  const envelope = readEnvelope(frame.value.payload);
  if (!envelope.ok) throw new Error(envelope.error.detail);
  const row = rowOf(id)!;
  const message = readContent(row, codecOf(row.family), envelope.value);
  if (!message.ok) throw new Error(message.error.detail);
  return message.value;
}

export const STAR_ID = 91_001;
/** The room of all viewers. */
export const HERE = 1;

export interface FeatureRoom<View> {
  readonly clock: ManualClock;
  readonly errors: readonly unknown[];
  readonly calls: readonly { readonly verb: string; readonly fields: Readonly<Record<string, unknown>> }[];
  readonly userId: number;
  /** Keys of the shown views in order, of features whose views have one. */
  readonly seen: readonly string[];
  logins(): number;
  connect(host: SessionHost): void;
  view(): View | null;
  take(push: SessionPush): void;
  /** Waits for the answer to its call. */
  act(action: unknown): Promise<void>;
}

/** The real part of a feature in one viewer's room worker; `connect` sets the target of its calls. */
export function featureRoom<View>(
  part: FeatureRoomPart,
  { userId, feature, clockAheadMs = 0 }: { readonly userId: number; readonly feature: string; readonly clockAheadMs?: number },
  read: (view: unknown) => View,
): FeatureRoom<View> {
  const clock = manualClock();
  const errors: unknown[] = [];
  const calls: FeatureRoom<View>['calls'][number][] = [];
  let logins = 0;
  let host: SessionHost | null = null;
  let shown: View | null = null;
  const seen: string[] = [];
  const context: Partial<FeatureContext> = {
    clock,
    decisions: createDecisionLog(),
    // The shortest wait of an automatic request.
    random: () => 0.999_999,
    roomId: () => HERE,
    liveInfo: () => ({ ...fallbackInfo(true), clockAheadMs }),
    room: () => ({ starId: STAR_ID, starName: '小喵Momo', avatarUrl: '' }) as ReturnType<FeatureContext['room']>,
    login: () => ({ userId }) as ReturnType<FeatureContext['login']>,
    callFeature(verb, fields = {}) {
      calls.push({ verb, fields });
      const answer = host?.call(HERE, feature, { verb, fields }, { userId, nickname: viewerName(userId), isStar: userId === STAR_ID });
      if (answer === undefined || answer.code === 0) return Promise.resolve(done);
      return Promise.resolve(err('FEATURE_REFUSED', 'msg' in answer ? answer.msg : String(SESSION_CODE.notNow)));
    },
    services: readServices('', 'https://room.test').services,
    call: () => Promise.resolve(err('HTTP_NETWORK', 'no network in this test')),
    openLogin: () => void logins++,
    failure: () => undefined,
    log: () => undefined,
    count: () => undefined,
  };
  const instance = part.create(context as FeatureContext, {
    show(view) {
      shown = view === null ? null : read(view);
      const key = typeof view === 'object' && view !== null && 'key' in view ? String(view.key) : seen.at(-1);
      if (key !== undefined && key !== seen.at(-1)) seen.push(key);
    },
    onError: (cause) => void errors.push(cause),
  });
  return {
    clock,
    errors,
    calls,
    seen,
    userId,
    logins: () => logins,
    connect: (to: SessionHost) => void (host = to),
    view: (): View | null => shown,
    take: (push: SessionPush) => instance.onMessage(received(push)),
    async act(action: unknown) {
      instance.onAction(action);
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    },
  };
}
/** Scripted sessions of the server and any number of viewers on one clock, like tabs of one browser. */
export function playFeature<View>(
  sessions: readonly Session[],
  viewers: readonly FeatureRoom<View>[],
  deliver: (viewer: FeatureRoom<View>, push: SessionPush) => void = (viewer, push) => viewer.take(push),
) {
  const clock = manualClock();
  const late: FeatureRoom<View>[] = [];
  const host = createSessionHost(sessions, {
    clock,
    onStatus: () => undefined,
    push: (push) =>
      [...viewers, ...late]
        .filter(({ userId }) => push.toUserId === null || push.toUserId === userId)
        .forEach((viewer) => deliver(viewer, push)),
  });
  for (const viewer of viewers) viewer.connect(host);
  return {
    host,
    phase: (name: string) => host.status(HERE).find((one) => one.name === name)?.phase ?? null,
    /** A viewer joins late and receives the current state. */
    join(viewer: FeatureRoom<View>) {
      viewer.connect(host);
      late.push(viewer);
      for (const { feature } of sessions)
        host.call(HERE, feature, { verb: 'snapshot', fields: {} }, { userId: viewer.userId, nickname: '', isStar: false });
    },
    /** Advances in steps, so that all viewers receive messages in the order of time. */
    advance(ms: number) {
      for (let left = ms; left > 0; left -= 100) {
        clock.advance(100);
        for (const viewer of [...viewers, ...late]) viewer.clock.advance(100);
      }
    },
  };
}

/** A quarter of the messages is lost, a quarter delayed behind the next ones, a quarter repeated. */
export function disorder(random: Seeded): (viewer: Pick<FeatureRoom<unknown>, 'take'>, push: SessionPush) => void {
  const held: SessionPush[] = [];
  return (viewer, push) => {
    const roll = random.int(4);
    if (roll === 0) return;
    if (roll === 1 && held.length < 3) {
      held.push(push);
      return;
    }
    viewer.take(push);
    if (roll === 2) viewer.take(push);
    while (held.length > 0) viewer.take(held.pop()!);
  };
}
