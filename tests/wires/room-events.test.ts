/** Input of a feature's half from the room: its manifest, the context of its machine, its start, and each event of the room. */
import { describe, test, vi } from 'vitest';
import type { FeatureManifest, RoomEvent } from '../../src/core/feature.ts';
import { FEATURES } from '../../src/features/index.ts';
import type { Message } from '../../src/wire/registry.ts';
import type { FeatureContext, MachineRoomHalf } from '../../src/workers/room/features/feature-api.ts';
import { CHOSEN, expectTable, wiresOf } from './chosen.ts';
import { liveInfo } from '../workers/room/harness.ts';
import { HERE, STAR, STAR_ROOM, VIEWER, type Login } from './people.ts';
import { markedBody } from './trace.ts';
import { rowNamed, visit } from './visit.ts';

/** Every event of the room; a missing one is a type error. */
const EVENTS: { readonly [Type in RoomEvent['type']]: readonly Omit<Extract<RoomEvent, { readonly type: Type }>, 'type'>[] } = {
  'room-changed': [{}],
  'live-started': [{}],
  'live-stopped': [{}],
  'login-changed': [{ userId: 700_007 }, { userId: 0 }],
  'stage-offered': [{}],
  'stage-withdrawn': [{}],
  'back-to-live': [{}],
  'layout-changed': [{}],
  'stream-messages': [1, 2, 3, 4, 5, 6].map((code) => ({
    messages: [{ code, json: `{"songName":"歌${code}","num":${code}}`, ptsMs: code }],
  })),
  'human-check': [{ needed: true }, { needed: false }],
  'stats-restarted': [{}],
  'page-hide': [{}],
};
const ALL = Object.entries(EVENTS).flatMap(([type, rests]) => rests.map((rest) => ({ type, ...rest }) as RoomEvent));

/** A visit that requests a lead-in (P9). */
const PATH = `/live/${HERE}?type=3&songName=${encodeURIComponent('歌|星')}&playuuid=p-1`;
const PEOPLE: readonly (readonly [who: string, login: Login | null])[] = [
  ['viewer', VIEWER],
  ['star', STAR],
  ['guest', null],
];
const fits = ({ roles }: FeatureManifest, who: string): boolean => roles.includes(who === 'star' ? 1 : 0);

/** Other rooms and pages, in which a viewer's context may differ. */
const ROOMS: Readonly<Record<string, Parameters<typeof visit>[1]>> = {
  'on a page without a poster': { hasPoster: false },
  'in lite mode': { path: `/live/${HERE}?lite=1` },
  'on the embedding platform': { path: `/live/e/${HERE}` },
  'in a vertical room': { answers: { '/info': liveInfo({ room: { ...STAR_ROOM, kind: 'vertical', isVertical: true } }) } },
  'in a radio room': { answers: { '/info': liveInfo({ liveType: 'radio', room: STAR_ROOM }) } },
  'in an offline room': { answers: { '/info': liveInfo({ status: 0, room: STAR_ROOM }) } },
  'following the star': { storage: { 'footlight.follows': JSON.stringify({ value: [`${VIEWER.userId}:${HERE}`], untilMs: null }) } },
  'of a star whose room is only vertical': {
    login: STAR,
    path: `/live/${HERE}`,
    answers: { '/info': liveInfo({ room: { ...STAR_ROOM, onlyVerticalStar: 1 } }) },
  },
  'with a config': { answers: { '/config': { leadIn: 0, welcomeMode: 2, welcomeWhitelist: [7] } } },
};

/** The contexts that differ from the usual one. */
async function contextsIn(manifest: FeatureManifest): Promise<readonly string[]> {
  const contextOfVisit = async (options: Parameters<typeof visit>[1], isEarly = false): Promise<string> => {
    const { half, context } = await visit({ ...manifest, wakes: ['room-start'] }, { hasPoster: true, ...options });
    const room = context();
    if (room === null) return 'does not run';
    return JSON.stringify(contextOf(manifest.name, half, isEarly ? { ...room, liveInfo: () => null } : room));
  };
  const usual = await contextOfVisit({});
  const lines: string[] = [];
  for (const [where, options] of Object.entries(ROOMS)) {
    const seen = await contextOfVisit(options);
    if (seen !== usual.replace(`"userId":${VIEWER.userId}`, `"userId":${(options?.login ?? VIEWER).userId}`))
      lines.push(`viewer context ${where}: ${seen}`);
  }
  const early = await contextOfVisit({}, true);
  if (early !== usual) lines.push(`viewer context before live info: ${early}`);
  return lines;
}

async function linesOf(manifest: FeatureManifest, who: string, login: Login | null, stored: boolean): Promise<readonly string[]> {
  const values = Object.entries(stored ? (wiresOf(manifest.name).stored ?? {}) : {});
  const storage = Object.fromEntries(
    values.map(([key, value]) => [`footlight.${manifest.name}.${key}`, JSON.stringify({ value, untilMs: null })]),
  );
  const { half, context } = await visit(
    { ...manifest, wakes: ['room-start', 'star-room'] },
    { login, hasPoster: true, storage, ...(who === 'star' ? {} : { path: PATH }) },
  );
  const room = context();
  if (room === null) throw new Error(`${manifest.name} does not run for the ${who}`);
  const lines: string[] = [];
  const spy = vi.spyOn(half.machine, 'step');
  const taken = (): readonly string[] => {
    const calls = spy.mock.calls as unknown as readonly (readonly [unknown, { readonly type: string }, number, unknown])[];
    const said = calls.map(([, event]) => `event ${JSON.stringify(event)}`);
    spy.mockClear();
    return said;
  };
  const create = (show: (view: unknown) => void = () => undefined) => {
    const instance = half.create(room, { show, onError: (cause) => lines.push(`${who} error ${String(cause)}`) });
    const started = taken();
    return { instance, started };
  };
  const { instance, started } = create((view) =>
    lines.push(`${who}${stored ? ' with stored values' : ''} first view: ${JSON.stringify(view)}`),
  );
  lines.push(...started.map((line) => `${who}${stored ? ' with stored values' : ''} start: ${line}`));
  instance.dispose();
  if (!stored)
    for (const event of ALL) {
      let views: unknown[] = [];
      const { instance: fresh } = create((view) => views.push(view));
      views = [];
      fresh.onRoom(event);
      const shown = views.map((view) => `view ${JSON.stringify(view)}`);
      lines.push(...[...taken(), ...shown].map((line) => `${who} ${JSON.stringify(event)}: ${line}`));
      fresh.dispose();
    }
  spy.mockRestore();
  lines.push(`${who}${stored ? ' with stored values' : ''} context: ${JSON.stringify(contextOf(manifest.name, half, room))}`);
  return lines;
}

/** The manifest without its messages, which messages.test.ts covers: what starts the feature, its roles, and its place on the page. */
const manifestLines = ({ name: _name, messages: _messages, ...asked }: FeatureManifest): readonly string[] =>
  Object.entries(asked).map(([what, value]) => `manifest ${what}: ${JSON.stringify(value)}`);

/** The context is the fourth argument of each step; a step without effect reveals it. */
function contextOf(name: string, half: MachineRoomHalf, room: FeatureContext): unknown {
  let seen: unknown = 'none';
  const spy = vi.spyOn(half.machine, 'step').mockImplementation(((state: unknown, _event: unknown, _nowMs: number, context: unknown) => {
    seen = context;
    return [state];
  }) as never);
  const instance = half.create(room, { show: () => undefined, onError: () => undefined });
  const [{ actions, named = 'type' }] = wiresOf(name).actions;
  for (const [action, [sample]] of Object.entries(actions).slice(0, 1)) instance.onAction({ [named]: action, ...sample });
  for (const event of ALL) instance.onRoom(event);
  const { cases = {} } = wiresOf(name);
  for (const message of FEATURES.find((feature) => feature.name === name)?.messages ?? [])
    for (const given of cases[message] ?? [{}])
      instance.onMessage({ name: message, body: markedBody(rowNamed(message), given) } as unknown as Message);
  instance.dispose();
  spy.mockRestore();
  return seen;
}

describe('room events', () => {
  test.each(CHOSEN)('S37 P5 the context of $name, its start and its reaction to each event of the room', async (manifest) => {
    const lines: string[] = [...manifestLines(manifest)];
    for (const [who, login] of PEOPLE) if (fits(manifest, who)) lines.push(...(await linesOf(manifest, who, login, false)));
    if (fits(manifest, 'viewer')) lines.push(...(await contextsIn(manifest)));
    if (wiresOf(manifest.name).stored !== undefined) lines.push(...(await linesOf(manifest, 'viewer', VIEWER, true)));
    await expectTable(manifest.name, 'room-events', [...lines, '']);
  });
});
