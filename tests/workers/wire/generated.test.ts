import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('S9 the generated code is what the .proto files say', () => {
  const said = execFileSync('npx', ['--no-install', 'tsx', 'scripts/proto.ts', '--check'], { encoding: 'utf8' });
  expect(said).toContain('9 of 9 generated files are fresh');
});
