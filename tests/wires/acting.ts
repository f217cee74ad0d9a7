import type { FeatureManifest } from '../../src/core/feature.ts';
import { liveInfo } from '../workers/room/harness.ts';
import type { ActionRows } from './feature-wires.ts';
import { STAR, STAR_ROOM, VIEWER, type Login } from './people.ts';
import { messages, visit } from './visit.ts';

/** Answer to every call without its own row. */
const DONE = { code: 0 };
export const CUT_OFF = new Error('no network');

/** An action of a panel. */
export interface Sample {
  readonly type: string;
  readonly verb?: string;
  readonly fields?: object;
}

export const samplesOf = ({ actions }: ActionRows): readonly Sample[] =>
  Object.entries(actions).flatMap(([name, samples]) => samples.map((sample): Sample => ({ type: name, ...sample })));

/** The visitor of the rows: the viewer, or the star of a feature for stars. */
export const loginOf = (manifest: FeatureManifest, rows: ActionRows): Login =>
  rows.as === 'star' || !manifest.roles.includes(0) ? STAR : VIEWER;

/** A visit in the state that the rows describe, before their actions. `fail` replaces all answers from then on. */
export async function visitOf(manifest: FeatureManifest, rows: ActionRows, login: Login | null) {
  let failing: unknown = null;
  const answered = Object.fromEntries(Object.entries({ ...rows.answers, '': DONE }).map(([end, answer]) => [end, () => failing ?? answer]));
  const room = await visit(manifest, {
    ...(rows.path === undefined ? {} : { path: rows.path }),
    answers: { '/info': liveInfo({ ...rows.room, room: { ...STAR_ROOM, ...rows.room?.room } }), ...answered },
    login,
    hasPoster: true,
  });
  rows.prepare?.(room);
  for (const [name, fields] of rows.messages ?? []) room.socket.deliver(messages(name, fields));
  await room.settle(100);
  for (const action of rows.before ?? []) {
    room.act({ type: 'feature', feature: manifest.name, action });
    await room.settle(40);
  }
  return {
    ...room,
    fail: (answer: unknown) => void (failing = answer),
    viewOf: () => room.view().features[manifest.name],
    /** Verbs and fields of the calls of this feature so far. */
    calls: () =>
      room.asked.flatMap(({ url, init }) => {
        const verb = new RegExp(`/feature/${manifest.name}/([^/]+)$`).exec(url.pathname)?.[1];
        return verb === undefined ? [] : [{ verb, fields: JSON.parse(init.body as string) as Readonly<Record<string, unknown>> }];
      }),
  };
}
