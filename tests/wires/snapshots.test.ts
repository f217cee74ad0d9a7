import { expect, test } from 'vitest';
import { FEATURES } from '../../src/features/index.ts';
import { STAR } from './people.ts';
import { visit } from './visit.ts';

/** The visitor's own requests, of features that send all requests by one effect: only their answers reach the machine. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  battle: ['support', 'start', 'end'],
  mic: ['request', 'open'],
  'red-packets': ['grab', 'give'],
};

// A copy of the project without one of these features runs the tests of the others.
test.each(FEATURES.filter(({ name }) => name in OWN))(
  'S37 $name does not take the answer to a state request for an answer to the visitor’s request',
  async (manifest) => {
    const { half, context, settle } = await visit({ ...manifest, wakes: ['room-start', 'star-room'] }, { login: STAR });
    const answered = async (verb: string): Promise<number> => {
      let answers = 0;
      half.execute({ type: 'call', verb, fields: {} } as never, context()!, () => answers++);
      await settle(40);
      return answers;
    };
    for (const verb of OWN[manifest.name]!) expect([verb, await answered(verb)]).toEqual([verb, 1]);
    expect(await answered('snapshot')).toBe(0);
  },
);
