/** Everything that grows has a bound: lists of a message, and what a feature keeps of many messages. */
import { expect, test, vi } from 'vitest';
import type { FeatureManifest } from '../../src/core/feature.ts';
import type { Schema } from '../../src/wire/schema.ts';
import type { Message, MessageName } from '../../src/wire/registry.ts';
import { CHOSEN, wiresOf } from '../wires/chosen.ts';
import { markOf, schemaOf, type Given } from '../wires/marked-body.ts';
import { HERE } from '../wires/people.ts';
import { rowNamed, visit } from '../wires/visit.ts';

/** Entries of a list that a server sends, and the most that a feature may keep of them. */
const SENT = 320;
const MOST = 300;
/** No schema is nested deeper. */
const MAX_DEPTH = 4;

interface Lengths {
  readonly outer: number;
  readonly inner: number;
}

/** A body whose lists have these lengths; each entry has other values. */
function longBody(schema: Schema, given: Given, lengths: Lengths, round: number, prefix = '', depth = 0): Record<string, unknown> {
  const length = depth === 0 ? lengths.outer : lengths.inner;
  return Object.fromEntries(
    Object.entries(schema.fields).flatMap(([name, { type, isList }]): [string, unknown][] => {
      if (name === 'ext' || depth > MAX_DEPTH) return [];
      const value = (path: string): unknown => {
        if (typeof type === 'object') return longBody(type, given, lengths, round, `${path}.`, depth + 1);
        // Values that the feature needs, for example a status that it knows, are given for the first entry.
        return given[path.replaceAll(/\.\d+/g, '.0')] ?? (/^roomid$/i.test(path) ? HERE : markOf(path, type, round));
      };
      const path = `${prefix}${name}`;
      return [[name, isList ? Array.from({ length }, (_, at) => value(`${path}.${at}`)) : value(path)]];
    }),
  );
}

/** Longest list in a value. */
function longestIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members = value instanceof Map || value instanceof Set ? [...value.values()] : Object.values(value);
  const own = Array.isArray(value) || value instanceof Map || value instanceof Set ? members.length : 0;
  return members.reduce((longest: number, member) => Math.max(longest, longestIn(member)), own);
}

/** The state of the feature's machine and its last view, after messages with these bodies. */
async function after(manifest: FeatureManifest, name: MessageName, bodies: readonly object[]): Promise<readonly unknown[]> {
  const { part, context } = await visit({ ...manifest, wakes: ['room-start'] });
  const room = context();
  if (room === null) throw new Error(`${manifest.name} does not run`);
  const spy = vi.spyOn(part.machine, 'step');
  const errors: unknown[] = [];
  let view: unknown = null;
  const instance = part.create(room, { show: (next) => (view = next), onError: (cause) => errors.push(cause) });
  for (const body of bodies) instance.onMessage({ name, body } as unknown as Message);
  const [state] = (spy.mock.results.at(-1)?.value ?? []) as readonly unknown[];
  spy.mockRestore();
  instance.dispose();
  expect(errors).toEqual([]);
  return [state, view];
}

const LISTENING = CHOSEN.filter(({ messages }) => messages.length > 0);

test.each(LISTENING)('S37 $name stores a bounded part of a long message and of many messages', async (manifest) => {
  for (const name of manifest.messages as readonly MessageName[]) {
    const schema = schemaOf(rowNamed(name));
    for (const given of wiresOf(manifest.name).cases?.[name] ?? [{}]) {
      const body = (lengths: Lengths, round = 0): object => longBody(schema, given, lengths, round);
      const long = await after(manifest, name, [body({ outer: SENT, inner: 1 })]);
      const deep = await after(manifest, name, [body({ outer: 1, inner: SENT })]);
      const many = await after(
        manifest,
        name,
        Array.from({ length: SENT }, (_, round) => body({ outer: 1, inner: 1 }, round + 2)),
      );
      const longest = [long, deep, many].map(longestIn);
      expect(
        longest.filter((length) => length > MOST),
        `${name} ${JSON.stringify(given)}: ${longest.join(', ')}`,
      ).toEqual([]);
    }
  }
});
