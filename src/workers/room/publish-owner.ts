import { assertNever } from '../core/assert-never.ts';
import type { Failure, Result } from '../core/result.ts';
import { isOnAir, NOT_PUBLISHING, stepPublishing, type PublishEvent } from '../core/room/publishing.ts';
import type { RoomCard } from '../core/room/view.ts';
import type { Screen } from './screen.ts';

export interface PublishOwnerNeeds {
  readonly screen: Screen;
  /** Never rejects, and answers within the call's own deadline. */
  ask(on: boolean): Promise<Result>;
  onFailure(failure: Failure): void;
  log(line: string): void;
  /** Milliseconds since the epoch: the page counts on from it. */
  nowMs(): number;
}

export interface PublishOwner {
  /** The stage becomes the star's publishing tool. */
  show(): void;
  send(event: Extract<PublishEvent, { type: 'start' | 'stop' }>): void;
  /** In the own room, live is what this page publishes. */
  card(card: RoomCard): RoomCard;
  isShown(): boolean;
}

/** P31: runs the effects of core/room/publishing.ts. Nothing is pulled in this room. */
export function createPublishOwner(needs: PublishOwnerNeeds): PublishOwner {
  const { screen } = needs;
  let state = NOT_PUBLISHING;
  let isShown = false;

  function draw(): void {
    screen.patch({ phase: 'ready', stage: { at: 'publish', publishing: state }, room: card(screen.get().room) });
  }

  function card(before: RoomCard): RoomCard {
    return isOnAir(state) && 'sinceMs' in state
      ? { ...before, liveStatus: 1, liveSince: Math.floor(state.sinceMs / 1_000) }
      : { ...before, liveStatus: 0, liveSince: 0 };
  }

  function send(event: PublishEvent): void {
    const [next, ...effects] = stepPublishing(state, event, needs.nowMs());
    if (next !== state) {
      state = next;
      draw();
    }
    for (const effect of effects) {
      switch (effect.do) {
        case 'ask-server': {
          const { epoch } = effect;
          void needs.ask(effect.on).then((answer) => send({ type: 'answer', epoch, error: answer.ok ? null : answer.error }));
          break;
        }
        case 'report':
          needs.onFailure(effect.failure);
          break;
        case 'log':
          needs.log(effect.line);
          break;
        default:
          assertNever(effect);
      }
    }
  }

  return {
    show() {
      isShown = true;
      draw();
    },
    send(event) {
      if (isShown) send(event);
    },
    card: (before) => (isShown ? card(before) : before),
    isShown: () => isShown,
  };
}
