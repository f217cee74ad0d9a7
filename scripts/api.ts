/** `npm run readme -- api`: fills the generated parts of docs/api. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT, flag, runTool, type Tool, type ValuesOf } from './lib/command-line.ts';
import { ASYNCAPI, OPENAPI } from './api/contract.ts';
import { freshText } from './api/generate.ts';
import { ROOT } from './suite/tool.ts';

const OPTIONS = { check: flag('only says whether the files are fresh') } as const;

const API: Tool<typeof OPTIONS> = {
  name: 'npm run readme -- api',
  takes: '',
  about: `Fills the parts of ${OPENAPI} and ${ASYNCAPI} that are made from the code.`,
  options: OPTIONS,
  wordsMax: 0,
  run: write,
};

async function write({ check }: ValuesOf<typeof OPTIONS>): Promise<number> {
  let stale = 0;
  for (const path of [OPENAPI, ASYNCAPI]) {
    const file = join(ROOT, path);
    const before = readFileSync(file, 'utf8');
    const after = await freshText(path, before);
    if (after === before) continue;
    stale++;
    if (check) console.error(`${path} is stale: npm run readme -- api`);
    else writeFileSync(file, after);
  }
  return check && stale > 0 ? EXIT.WRONG : EXIT.DONE;
}

process.exitCode = await runTool(API, process.argv.slice(2));
