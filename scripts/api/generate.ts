/** Generated parts of the contract: numbers of the remote config, reports, messages of the socket. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toJsonSchema } from '@valibot/to-json-schema';
import { format, type FormatConfig } from 'oxfmt';
import { stringify } from 'yaml';
import { REPORT_SCHEMAS } from '../../mocks/backend/report-schema.ts';
import { FRAME_REPORTS } from '../../src/core/reports/frame-reports.ts';
import { PLAYER_CONSTANTS, PLAYER_SWITCHES } from '../../src/player/rules/constants.ts';
import { COMMAND } from '../../src/core/socket/outgoing.ts';
import { COMMAND_MESSAGES } from '../../src/wire/encode-command.ts';
import { type Row, ROWS } from '../../src/wire/registry.ts';
import { ROOT } from '../lib/tool.ts';
import { protoMessage } from './contract.ts';

/** Names of the reports in the contract. */
const REPORT_NAMES = {
  'enter-room': 'EnterRoomReport',
  stats: 'StatsReport',
  log: 'LogReport',
  analytics: 'AnalyticsReport',
  'frame-enter': 'FrameEnterReport',
  'frame-heartbeat': 'FrameHeartbeatReport',
} as const satisfies Record<keyof typeof REPORT_SCHEMAS, string>;

/** Keys of the remote config other than the player's numbers, with descriptions. */
const OTHER_CONFIG = {
  leadIn: { enum: [0, 1, true, false], description: 'Videos that lead in to the stream; 1 by default.' },
  rechargeGuide: { description: '0: no dialog that explains how coins are bought.' },
  rechargeUrl: { type: 'string', pattern: '^https://', description: 'Page where coins are bought.' },
  welcomeMode: { description: '2: only new viewers and those of the whitelist are welcomed.' },
  welcomeWhitelist: { type: ['array', 'string'], description: 'User ids that are always welcomed; a list, or text with commas between.' },
  featuresOff: { type: ['array', 'string'], description: 'Names of features that are switched off.' },
  liveAskMs: { type: 'integer', minimum: 1_000, description: 'First wait of the clock that asks for the live info again, ms.' },
  chatReturnMs: {
    type: 'integer',
    minimum: 500,
    maximum: 120_000,
    description: 'Time over which the viewers return after the chat server closed their connections, ms; 8000 without it.',
  },
  frameHeartbeatMs: {
    type: 'number',
    minimum: FRAME_REPORTS.minHeartbeatMs,
    maximum: FRAME_REPORTS.maxHeartbeatMs,
    default: FRAME_REPORTS.heartbeatMs,
    description: 'Time between two heartbeat reports of an embedded page, ms.',
  },
} as const;

function config(): object {
  const numbers = Object.entries(PLAYER_CONSTANTS).flatMap(([name, { remote, min, max, unit, value }]) =>
    remote ? [[name, { type: 'number', minimum: min, maximum: max, default: value, description: `Unit: ${unit}.` }] as const] : [],
  );
  const switches = Object.entries(PLAYER_SWITCHES).map(
    ([name, { value }]) => [name, { enum: [0, 1, true, false], default: value ? 1 : 0 }] as const,
  );
  return { Config: { type: 'object', properties: Object.fromEntries([...numbers, ...switches, ...Object.entries(OTHER_CONFIG)]) } };
}

function reports(): object {
  return Object.fromEntries(
    Object.entries(REPORT_SCHEMAS).map(([endpoint, schema]) => {
      // Checks across fields have no JSON schema: only the code has them.
      const { $schema: _dialect, ...json } = toJsonSchema(schema, { errorMode: 'ignore' });
      return [REPORT_NAMES[endpoint as keyof typeof REPORT_NAMES], json];
    }),
  );
}

const COMMAND_WORDS: Readonly<Record<keyof typeof COMMAND, string>> = {
  login: 'Login of a page',
  relogin: 'Login again after a lost connection',
  quit: 'End of the visit',
  chat: 'A line of the viewer',
  verify: 'Answer to the verification question of a 901 with errno 50104',
  ack: 'Acknowledges pushes whose `ack` is set',
  screen: 'The screen has changed its orientation',
};

/** The numbers of a message at the start of its comment: `400401 to 400405: `. */
const NUMBERS = /^\d{3,6}(?:(?:,| to) \d{3,6})*[:.] /;

interface Listed {
  readonly key: string;
  readonly entry: object;
  readonly direction: 'send' | 'receive';
}

/** A number used in both directions is two messages. */
function messages(): readonly Listed[] {
  const sent = Object.entries(COMMAND).map(([name, id]): Listed => ({
    key: `send-${name}`,
    direction: 'send',
    entry: {
      summary: `${id}: ${COMMAND_WORDS[name as keyof typeof COMMAND]}`,
      contentType: 'application/x-protobuf',
      'x-command': id,
      'x-direction': 'send',
      'x-family': 'sent',
      'x-proto': protoMessage('sent', COMMAND_MESSAGES[id]).file,
      'x-message': COMMAND_MESSAGES[id],
    },
  }));
  const received = ROWS.map(({ id, name, family, schema, messageClass, maxBytes, key }: Row): Listed => ({
    key: name,
    direction: 'receive',
    entry: {
      summary: `${id}: ${(protoMessage(family, schema).type.comment ?? schema).replace(NUMBERS, '')}`,
      contentType: 'application/x-protobuf',
      'x-command': id,
      'x-direction': 'receive',
      'x-family': family,
      'x-proto': protoMessage(family, schema).file,
      'x-message': schema,
      'x-class': messageClass,
      'x-max-bytes': maxBytes,
      ...(key.length > 0 && { 'x-key': [...key] }),
    },
  }));
  return [...sent, ...received];
}

const refsOf = (listed: readonly Listed[], from: string): object => listed.map(({ key }) => ({ $ref: `${from}/${key}` }));

/** Content of each block by its name. */
function generatedBlocks(): Readonly<Record<string, object>> {
  const all = messages();
  const of = (direction: Listed['direction']): readonly Listed[] => all.filter((one) => one.direction === direction);
  const heartbeat = (name: string): Listed => ({ key: name, entry: {}, direction: 'send' });
  return {
    config: config(),
    reports: reports(),
    channel: Object.fromEntries(
      [heartbeat('heartbeat'), heartbeat('heartbeat-answer'), ...all].map(({ key }) => [key, { $ref: `#/components/messages/${key}` }]),
    ),
    send: refsOf([heartbeat('heartbeat'), ...of('send')], '#/channels/chat/messages'),
    receive: refsOf([heartbeat('heartbeat-answer'), ...of('receive')], '#/channels/chat/messages'),
    messages: Object.fromEntries(all.map(({ key, entry }) => [key, entry])),
  };
}

/** The text of a contract file with current content in each generated block, formatted as `npm run check -- format` does. */
export async function freshText(path: string, text: string): Promise<string> {
  const style = JSON.parse(readFileSync(join(ROOT, '.oxfmtrc.json'), 'utf8')) as FormatConfig;
  const { code, errors } = await format(path, withBlocks(text, generatedBlocks()), style);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join(', ')}`);
  return code;
}

/** Replaces the content of each `# made by npm run readme -- api: NAME` block. */
function withBlocks(text: string, blocks: Readonly<Record<string, object>>): string {
  return text.replace(/^( *)# made by npm run readme -- api: (\w+)\n[^]*?^ *# end: \2\n/gm, (_all, indent: string, name: string) => {
    const block = blocks[name];
    if (block === undefined) throw new Error(`no block ${name}`);
    const lines = stringify(block, { lineWidth: 0 }).trimEnd().split('\n');
    return `${indent}# made by npm run readme -- api: ${name}\n${lines.map((line) => `${indent}${line}\n`).join('')}${indent}# end: ${name}\n`;
  });
}
