import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkEvent, EVENT_TYPE, SCENE } from '../../../src/core/reports/analytics.ts';
import { eventOfAction, VIEWER_EVENTS, viewerEvent, type ViewerEventId } from '../../../src/core/reports/viewer-events.ts';
import type { UserAction } from '../../../src/core/room/view.ts';

const TABLE = readFileSync(join(import.meta.dirname, '../../../docs/events.md'), 'utf8');

test('S33 the table of events in the docs equals the one in the code: id, type and scene with their numbers', () => {
  const rows = [...TABLE.matchAll(/^\| `(\w+)` \| (\w+) (\d+) \| (\w+) (\d+) \| ([^|]+) \|/gm)];
  const documented = rows.map(([, evid, type, typeNumber, scene, sceneNumber]) => [
    evid,
    type,
    Number(typeNumber),
    scene,
    Number(sceneNumber),
  ]);
  expect(documented).toEqual(
    Object.entries(VIEWER_EVENTS).map(([evid, [type, scene]]) => [evid, type, EVENT_TYPE[type], scene, SCENE[scene]]),
  );
});

test('S33 the stats worker accepts every event unchanged', () => {
  for (const evid of Object.keys(VIEWER_EVENTS) as ViewerEventId[]) {
    const event = viewerEvent(evid, 'x'.repeat(9_999));
    expect(checkEvent(event)).toMatchObject({ ok: true, value: { evid, evtype: event.evtype, scene: event.scene } });
  }
});

const EVENTS: readonly (readonly [UserAction, string, string])[] = [
  [{ do: 'follow', on: true }, 'room_follow', 'on'],
  [{ do: 'send-chat', text: 'x' }, 'chat_send', 'room'],
  [{ do: 'send-chat', text: 'x', toUserId: 5, secret: true }, 'chat_send', 'whisper'],
  [{ do: 'resend-chat', id: 1 }, 'chat_resend', ''],
  [{ do: 'verify-chat', code: '1' }, 'chat_verify', ''],
  [{ do: 'retry-chat' }, 'chat_retry', ''],
  [{ do: 'show-chat', on: false }, 'chat_show', 'off'],
  [{ do: 'retry-player' }, 'player_play', ''],
  [{ do: 'stop-player' }, 'player_stop', ''],
  [{ do: 'set-muted', muted: true }, 'player_mute', 'on'],
  [{ do: 'choose-kind', kind: 'h265' }, 'player_quality', 'h265'],
  [{ do: 'choose-line', line: 1 }, 'player_line', '1'],
  [{ do: 'choose-fit', fit: 'fill' }, 'player_fit', 'fill'],
  [{ do: 'choose-theatre', on: true }, 'stage_theatre', 'on'],
  [{ do: 'back-to-live' }, 'back_to_live', ''],
  [{ do: 'block-user', userId: 5, name: 'a', on: true }, 'user_block', 'on'],
  [{ do: 'download-client' }, 'client_download', ''],
  [{ do: 'open-login' }, 'login_open', ''],
  [{ do: 'login', userId: 5, token: 't', nickname: 'a' }, 'login_done', ''],
  [{ do: 'logout' }, 'logout', ''],
  [{ do: 'feature', feature: 'ranks', action: { do: 'entry' } }, 'panel_open', 'ranks'],
  [{ do: 'feature', feature: 'music-pk', action: { do: 'ask', verb: 'call' } }, 'module_ask', 'music-pk/call'],
  [{ do: 'feature', feature: 'frames', action: { do: 'activity', key: 'shake' } }, 'activity_open', 'shake'],
  [{ do: 'feature', feature: 'frames', action: { do: 'club' } }, 'activity_open', 'club'],
];

test.each(EVENTS)('S33 action %j is event %s with detail “%s”', (action, evid, detail) => {
  expect(eventOfAction(action)).toMatchObject({ evid, detail });
});

test('S33 closing something, a slider and actions inside a panel are not events', () => {
  const none: readonly UserAction[] = [
    { do: 'set-volume', volume: 0.5 },
    { do: 'close-dialog', type: 'login' },
    { do: 'close-toast', id: 1 },
    { do: 'verify-chat', code: null },
    { do: 'feature', feature: 'gift-effects', action: { do: 'lanes', count: 2 } },
    { do: 'feature', feature: 'frames', action: { do: 'frame', id: 'a', event: 'loaded' } },
    { do: 'feature', feature: 'frames', action: null },
    { do: 'of a newer page' } as unknown as UserAction,
  ];
  for (const action of none) expect(eventOfAction(action)).toBeNull();
});
