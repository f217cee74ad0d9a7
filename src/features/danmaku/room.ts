import { assertNever } from '../../core/assert-never.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { defineRoomHalf, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { readLine } from './rules-message.ts';
import { danmakuMachine, type Danmaku, type DanmakuAction, type DanmakuEffect, type DanmakuEvent, type DanmakuView } from './rules.ts';

/** The viewer's settings are stored for one year. */
const STORED_S = 31_536_000;
const SETTINGS = ['density', 'size', 'area', 'opacity'] as const;

export const room = defineRoomHalf({
  machine: danmakuMachine,
  context: () => null,
  view: ({ view }: Danmaku): DanmakuView => view,
  messages: { chat: flies, 'socket-chat': flies },
  onStart({ storage }): DanmakuEvent {
    const choice = storage.read('on');
    return {
      type: 'restored',
      choice: typeof choice === 'boolean' ? choice : null,
      given: Object.fromEntries(SETTINGS.map((name) => [name, storage.read(name)])),
    };
  },
  onAction(action: DanmakuAction): DanmakuEvent {
    switch (action.type) {
      case 'entry':
        return { type: 'open', isOpen: true };
      case 'close':
        return { type: 'open', isOpen: false };
      case 'toggle':
        return { type: 'toggle' };
      case 'set':
        return { type: 'settings', given: action.settings };
      case 'page':
        return { type: 'page', page: action.page };
      default:
        return assertNever(action);
    }
  },
  execute(effect: DanmakuEffect, room) {
    switch (effect.type) {
      case 'store-choice':
        room.storage.write('on', effect.isShown, STORED_S);
        return;
      case 'store-settings':
        for (const name of SETTINGS) room.storage.write(name, effect.settings[name], STORED_S);
        return;
      case 'count':
        room.count(effect.what, effect.by);
        return;
      default:
        assertNever(effect);
    }
  },
});

function flies(body: BodyOfMessage<'chat'>, room: FeatureContext): DanmakuEvent | null {
  const line = readLine(body, { userId: room.login().userId, starId: room.room().starId });
  return line && { type: 'line', line };
}
