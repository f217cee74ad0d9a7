/** One of two processes that decode at the same time (`openSideBySide`): decodes the file each time it is told to, and answers with its run. */
import { readFileSync } from 'node:fs';
import { splitAccessUnits } from '../../src/wasm/glue/access-units.ts';
import { openOurs } from './contestants.ts';

const contestant = await openOurs('side by side', [...splitAccessUnits(readFileSync(process.argv[2]!))], { build: 'simd' });
process.on('message', () => void contestant.decode().then((run) => process.send?.(run)));
process.on('disconnect', () => contestant.close());
process.send?.('ready');
