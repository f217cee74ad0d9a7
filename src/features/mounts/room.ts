import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { ROOM_LIMITS } from '../../core/room/limits.ts';
import { enqueue, showNext, type ShowQueue, type ShowRules } from '../../core/room/stage.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { mediaLink } from '../../core/room/feature/feature-message.ts';
import { MOUNT_IN_USE } from '../../core/room/chat/chat-row.ts';
import { asShown } from '../../core/socket/cleaning.ts';
import { defineRoomPart } from '../../workers/room/features/feature-api.ts';

/** P11. */
const MOUNT_DRAIN_MS = 50;
const MOUNT_NAME_LENGTH = 15;
/** How long a mount is shown; P11 gives no value. */
const MOUNT_SHOWN_MS = 4_000;

export type MountQueue = ShowQueue<Mount>;
export const NO_MOUNTS: MountQueue = { waiting: [], shown: null, sinceMs: 0, dropped: 0 };

/** Each mount is shown for its full time, in the order of arrival, the viewer's own one first. */
const MOUNT_RULES: ShowRules<Mount> = {
  maxWaiting: ROOM_LIMITS.mountsWaiting.value,
  freeMs: MOUNT_SHOWN_MS,
  protectMs: () => MOUNT_SHOWN_MS,
  isFirst: ({ isOwn }) => isOwn,
};
export const queueMount = (queue: MountQueue, mount: Mount): MountQueue => enqueue(queue, mount, MOUNT_RULES);
/** P11: called every MOUNT_DRAIN_MS; returns the same queue if nothing changed. */
export const drainMounts = (queue: MountQueue, nowMs: number): MountQueue => showNext(queue, nowMs, MOUNT_RULES);

/** First 15 code points, so that an emoji is not cut in half. */
export const mountName = (nickname: string): string => Array.from(nickname).slice(0, MOUNT_NAME_LENGTH).join('');

/** The queue is drained every MOUNT_DRAIN_MS while it has entries; an empty queue has no timer. */
type Mounts =
  | { readonly name: 'quiet' }
  | {
      readonly name: 'draining';
      readonly queue: MountQueue;
      readonly drainAtMs: number;
      readonly shown: MountsView | null;
      readonly appearances: number;
    };

type MountsEvent = { readonly type: 'arrival'; readonly mount: Mount };

interface MountsContext {
  /** P4: the layout hides mount effects; none are queued meanwhile. */
  readonly isHidden: boolean;
}

export const mountsMachine: Machine<Mounts, MountsEvent, never, MountsContext> = {
  name: 'mounts',
  initial: { name: 'quiet' },
  step: stepMounts,
  deadlineMs: (state) => (state.name === 'draining' ? state.drainAtMs : null),
};

function stepMounts(state: Mounts, event: MountsEvent | Tick, nowMs: number, { isHidden }: MountsContext): Step<Mounts, never> {
  switch (event.type) {
    case 'arrival': {
      if (isHidden) return [state];
      const queue = queueMount(state.name === 'draining' ? state.queue : NO_MOUNTS, event.mount);
      return state.name === 'draining'
        ? [{ ...state, queue }]
        : [{ name: 'draining', queue, drainAtMs: nowMs + MOUNT_DRAIN_MS, shown: null, appearances: 0 }];
    }
    case 'tick': {
      if (state.name !== 'draining' || nowMs < state.drainAtMs) return [state];
      const queue = drainMounts(state.queue, nowMs);
      if (queue.shown === null && queue.waiting.length === 0) return [{ name: 'quiet' }];
      const drainAtMs = nowMs + MOUNT_DRAIN_MS;
      if (queue.shown === state.queue.shown) return [{ ...state, queue, drainAtMs }];
      const appearances = state.appearances + (queue.shown === null ? 0 : 1);
      return [{ name: 'draining', queue, drainAtMs, shown: queue.shown && viewOf(queue.shown, appearances, queue.sinceMs), appearances }];
    }
  }
}

export interface MountsView {
  /** Counts appearances, because the same mount may be shown twice in a row. */
  readonly id: number;
  readonly name: string;
  readonly welcome: string;
  readonly isVideo: boolean;
  readonly src: string;
  /** Time when it appeared, by the room worker's clock. */
  readonly sinceMs: number;
}

const viewOf = (mount: Mount, id: number, sinceMs: number): MountsView => ({
  id,
  name: mount.name,
  welcome: mountName(mount.nickname),
  isVideo: mount.isVideo,
  src: mount.src,
  sinceMs,
});

const MAX_NAME_LENGTH = 40;

type EntryBody = Pick<BodyOfMessage<'login'>, 'userid' | 'nickname' | 'userExt'>;

/** The mount of an entering user (P11); null without a mount. `ownId`: 0 for a guest. */
export function readMount({ userid, nickname, userExt }: EntryBody, ownId: number) {
  const mount = userExt?.usingMount;
  if (mount?.s !== MOUNT_IN_USE || nickname === '' || mount.n === '') return null;
  return {
    status: mount.s,
    src: mediaLink(mount.bi) || mediaLink(mount.swf),
    id: Math.max(0, mount.id),
    name: asShown(mount.n).slice(0, MAX_NAME_LENGTH),
    isVideo: mount.v,
    nickname: asShown(nickname),
    isOwn: ownId !== 0 && userid === ownId,
  };
}

/** The mount's fields (P11) with the nickname of its user. */
export type Mount = Readonly<NonNullable<ReturnType<typeof readMount>>>;

export const room = defineRoomPart({
  machine: mountsMachine,
  context: (room) => ({ isHidden: room.layout().mounts === null }),
  view: (state: Mounts): MountsView | null => (state.name === 'draining' ? state.shown : null),
  messages: {
    login(body, room): MountsEvent | null {
      const mount = readMount(body, room.login().userId);
      return mount && { type: 'arrival', mount };
    },
  },
  execute: () => undefined,
});
