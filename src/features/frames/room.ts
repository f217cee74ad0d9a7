import { assertNever } from '../../core/assert-never.ts';
import { callActivity, openClub, openMiniApp } from '../../core/frames/activities.ts';
import type { FrameEvent, FrameRequest } from '../../core/frames/frame.ts';
import { readDomains } from '../../core/frames/domains.ts';
import type { OriginPolicy } from '../../core/frames/origin.ts';
import { readHeartbeatMs } from '../../core/reports/frame-reports.ts';
import type { Result } from '../../core/result.ts';
import { defineRoomHalf, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import {
  framesMachine,
  frameViewOf,
  type Frames,
  type FramesAction,
  type FramesEffect,
  type FramesEvent,
  type FramesView,
  type FrameView,
} from './rules.ts';

/** Read once: the deployment does not change while the room is open, and the panel compares the object by identity. */
let policy: OriginPolicy | null = null;

function policyOf(room: FeatureContext): OriginPolicy {
  if (policy !== null) return policy;
  const { domains, extra, problems } = readDomains(room.services.frameDomains);
  for (const problem of problems) room.failure({ code: 'PARAMETER_BAD', detail: `services.${problem}` });
  policy = { domains, extra, own: location.origin };
  return policy;
}

export const room = defineRoomHalf({
  machine: framesMachine,
  context: () => null,
  view(state: Frames, room): FramesView | null {
    if (state.open.length === 0 && !state.isMenuOpen && state.refused === 0) return null;
    const policy = policyOf(room);
    // Stryker disable next-line MethodExpression,ConditionalExpression: a closed frame has left `open`, so only the compiler needs the filter.
    const frames = state.open.map((item) => frameViewOf(item, policy)).filter((view): view is FrameView => view !== null);
    return { isMenuOpen: state.isMenuOpen, refused: state.refused, frames, policy, gameService: room.services.game };
  },
  onAction(action: FramesAction, room): FramesEvent | null {
    switch (action.type) {
      case 'entry':
        return { type: 'menu', isOpen: true };
      case 'close-menu':
        return { type: 'menu', isOpen: false };
      case 'activity':
        return opened(
          callActivity(action.key, room.services.frames, { mode: action.mode ?? 'active', opener: action.opener }, policyOf(room)),
          room,
        );
      case 'mini-app':
        return { type: 'open', request: openMiniApp(room.room().role, action.appId, room.services.frames, 'active') };
      case 'club':
        return { type: 'open', request: openClub(room.services.frames) };
      case 'frame': {
        const event: FrameEvent = { type: action.event === 'retry' ? 'load' : action.event };
        return { type: 'frame', id: action.id, loads: action.loads, event };
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
        return { type: 'message-refused', origin: action.origin, why: action.why };
      case 'refusal-shown':
        return { type: 'refusal-shown' };
      default:
        return assertNever(action);
    }
  },
  onRoom: ({ type }): FramesEvent | null => (type === 'stats-restarted' ? { type } : null),
  execute(effect: FramesEffect, room) {
    switch (effect.type) {
      case 'report': {
        const { fact } = effect;
        const heartbeatMs = readHeartbeatMs(room.config('frameHeartbeatMs'));
        room.capability('frame-reports').send(fact.type === 'opened' ? { ...fact, heartbeatMs } : fact);
        return;
      }
      case 'count':
        room.count(`refused.${effect.why}`, 1);
        return;
      case 'log':
        // S30: cross-domain access failures are logged.
        room.report('warn', effect.text);
        return;
      default:
        assertNever(effect);
    }
  },
});

function opened(request: Result<FrameRequest>, room: FeatureContext): FramesEvent {
  if (request.ok) return { type: 'open', request: request.value };
  room.failure(request.error);
  return { type: 'refused' };
}
