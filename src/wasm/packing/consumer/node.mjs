import { readFileSync } from 'node:fs';
import { run } from './app.mjs';

console.log(JSON.stringify(await run(readFileSync(process.argv[2]))));
