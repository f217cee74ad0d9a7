import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { nodeArguments } from '../../scripts/tool.ts';

test('S9 the generated code is what the .proto files say', () => {
  const said = execFileSync(process.execPath, nodeArguments('tsx scripts/proto.ts --check'), { encoding: 'utf8' });
  expect(said).toContain('17 of 17 generated files are fresh');
});
