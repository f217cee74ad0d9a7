import { expect, test } from 'vitest';
import { installScriptPolicy, isOwnScript } from '../../src/core/script-policy.ts';

const ORIGIN = 'https://room.example';

test('P5 workers start only from the page’s own origin, not from a blob', () => {
  for (const address of [`${ORIGIN}/assets/worker.js`, '/mock-sw.js']) expect(isOwnScript(address, ORIGIN), address).toBe(true);
  for (const address of [
    'https://room.example.evil/x.js',
    'data:text/javascript,1',
    '//evil/x.js',
    '/\\evil/x.js',
    `blob:${ORIGIN}/6f1e`,
    'blob:https://evil/1',
    'blob:null/1',
    'javascript:1',
    '',
  ])
    expect(isOwnScript(address, ORIGIN), address).toBe(false);
});

test('P5 the policy is created once, and a page that forbids it causes no error', () => {
  const made: string[] = [];
  const trustedTypes = {
    defaultPolicy: null as unknown,
    createPolicy(name: string, rules: { createScriptURL: (address: string) => string | null }) {
      made.push(name);
      this.defaultPolicy = rules;
      return rules;
    },
  };
  const scope = { trustedTypes, location: { origin: ORIGIN } };
  installScriptPolicy(scope);
  installScriptPolicy(scope);
  expect(made).toEqual(['default']);
  installScriptPolicy({ location: { origin: ORIGIN } });
  installScriptPolicy({
    location: { origin: ORIGIN },
    trustedTypes: {
      defaultPolicy: null,
      createPolicy: () => {
        throw new TypeError('not allowed');
      },
    },
  });
});
