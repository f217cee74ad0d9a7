import { expect, test } from 'vitest';
import { withEqualsSign } from '../../../scripts/suite/project-argument.ts';

test('a project of npm run e2e is known in both forms of the option, and other arguments are unchanged', () => {
  const others = ['tests/e2e/room.spec.ts', '--grep', 'P24'];
  expect(withEqualsSign([...others, '--project', 'parallel', '--list'])).toEqual([...others, '--project=parallel', '--list']);
  expect(withEqualsSign(['--project=measured', ...others])).toEqual(['--project=measured', ...others]);
  expect(withEqualsSign(['--project'])).toEqual(['--project']);
});
