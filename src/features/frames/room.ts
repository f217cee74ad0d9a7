import { assertNever } from '../../core/assert-never.ts';
import { callActivity, openClub, openMiniApp } from '../../core/frames/activities.ts';
import type { FrameEvent, FrameRequest } from '../../core/frames/frame.ts';
import { readDomains } from '../../core/frames/domains.ts';
import type { OriginPolicy } from '../../core/frames/origin.ts';
import type { Result } from '../../core/result.ts';
import { defineRoomHalf, type FeatureContext } from '../../workers/room/feature-api.ts';
import {
  FRAMES,
  frameViewOf,
  type Frames,
  type FramesAction,
  type FramesEffect,
  type FramesEvent,
  type FramesView,
  type FrameView,
} from './rules.ts';

/** Read once: the deployment does not change while the room is open, and the panel compares it. */
let policy: OriginPolicy | null = null;

function policyOf(room: FeatureContext): OriginPolicy {
  if (policy !== null) return policy;
  const { domains, extra, problems } = readDomains(room.services.frameDomains);
  for (const problem of problems) room.failure({ code: 'PARAMETER_BAD', detail: `services.${problem}` });
  policy = { domains, extra, own: location.origin };
  return policy;
}

export const room = defineRoomHalf({
  machine: FRAMES,
  context: () => null,
  view(state: Frames, room): FramesView | null {
    if (state.open.length === 0 && !state.isMenuOpen) return null;
    const policy = policyOf(room);
    const frames = state.open.map((item) => frameViewOf(item, policy)).filter((view): view is FrameView => view !== null);
    return { isMenuOpen: state.isMenuOpen, frames, policy, gameService: room.services.game };
  },
  onAction(action: FramesAction, room): FramesEvent | null {
    switch (action.do) {
      case 'entry':
        return { type: 'menu', isOpen: true };
      case 'close-menu':
        return { type: 'menu', isOpen: false };
      case 'activity':
        return opened(callActivity(action.key, room.services.frames, action.mode ?? 'active', policyOf(room)), room);
      case 'mini-app':
        return { type: 'open', request: openMiniApp(room.room().role, action.appId, room.services.frames, 'active') };
      case 'club':
        return { type: 'open', request: openClub(room.services.frames) };
      case 'frame': {
        const event: FrameEvent = { type: action.event === 'retry' ? 'load' : action.event };
        return { type: 'frame', id: action.id, event };
      }
      case 'close':
        return { type: 'frame', id: action.id, event: { type: 'close', by: action.by } };
      case 'visibility':
        return { type: 'everyone', event: { type: action.visible ? 'foreground' : 'background' } };
      case 'login':
        room.openLogin();
        return null;
      case 'toast':
        room.toast(action.text, 'info');
        return null;
      case 'refused':
        room.count(`refused.${action.why}`, 1);
        return null;
      default:
        return assertNever(action);
    }
  },
  execute({ fact }: FramesEffect, room) {
    room.reportFrame(fact);
  },
});

function opened(request: Result<FrameRequest>, room: FeatureContext): FramesEvent | null {
  if (request.ok) return { type: 'open', request: request.value };
  room.failure(request.error);
  return null;
}
