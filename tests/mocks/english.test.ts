import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inEnglish, lineInEnglish, pushInEnglish } from '../../mocks/recordings/english.ts';
import { readSocketLog } from '../../mocks/recordings/recording.ts';
import { http } from './fixture-files.ts';
import { roomTalk } from '../../mocks/sessions/room-talk.ts';
import { codecOf } from '../../src/wire/all-families.ts';
import { readContent, readEnvelope, readFrame } from '../../src/wire/frame.ts';
import { rowOf } from '../../src/wire/registry.ts';

const HAN = /\p{Script=Han}/u;

/** Envelope and body of a push; null for bytes that are none. */
function read(bytes: Uint8Array) {
  const frame = readFrame(bytes);
  if (!frame.ok || frame.value.kind !== 'push') return null;
  const envelope = readEnvelope(frame.value.payload);
  const row = rowOf(frame.value.command);
  if (!envelope.ok || row === undefined) return null;
  const { content: _content, compression: _compression, ...head } = envelope.value;
  const message = readContent(row, codecOf(row.family), envelope.value);
  return { id: frame.value.command, head, body: message.ok ? (message.value.body as unknown as Record<string, unknown>) : null };
}

const recorded = (name: string) => {
  const log = readSocketLog(new Uint8Array(readFileSync(`fixtures/recordings/${name}.bin`)));
  if (!log.ok) throw new Error(log.error.detail);
  return log.value.records.filter(({ form }) => form === 'binary').map(({ bytes }) => bytes);
};

test('S37 names, gifts and lines of the recorded chat and of every room are in English, in messages that are otherwise the same', () => {
  const talks = [1_002, 1_003, 1_004, 1_005, 1_006, 1_008, 1_009, 4_321].flatMap((roomId) =>
    roomTalk(roomId)!.records.map(({ bytes }) => bytes),
  );
  for (const bytes of [...recorded('chat-normal'), ...talks]) {
    const [before, after] = [read(bytes), read(pushInEnglish(bytes))];
    expect(after?.id).toBe(before?.id);
    expect(after?.head).toEqual(before?.head);
    for (const field of ['chatmsg', 'sendername', 'nickname', 'giftname', 'receivername', 'wellcomes'])
      expect(after?.body?.[field] ?? '', `${field} of ${JSON.stringify(before?.body?.[field])}`).not.toMatch(HAN);
    expect(Object.keys(after?.body ?? {})).toEqual(Object.keys(before?.body ?? {}));
    const ext = after?.body?.['ext'];
    expect(decodeURIComponent(typeof ext === 'string' ? ext : '')).not.toMatch(HAN);
  }
});

test('S37 a push in a text frame is in English; a heartbeat and text that is no JSON stay as they are', () => {
  const line = (sendername: string, chatmsg: string): string => JSON.stringify({ cmd: 501, content: { sendername, chatmsg } });
  expect(lineInEnglish(line('月亮诗人', '我是文本消息'))).toBe(line('Moon Poet', 'I am a text message'));
  for (const text of ['HEARTBEAT_RESPONSE', '{"cmd":', '']) expect(lineInEnglish(text)).toBe(text);
});

test('S37 the rooms of the lobby are in English', () => {
  const { exchanges } = http('rooms');
  const infos = exchanges.filter(({ request }) => request.path.endsWith('/info') && !request.path.includes('*'));
  expect(infos.length).toBeGreaterThan(7);
  for (const { response } of infos) {
    const { room } = (inEnglish(response.body) as { data: { room: Record<string, unknown> } }).data;
    for (const field of ['starName', 'liveName', 'clanName']) expect(room[field]).not.toMatch(HAN);
  }
});
