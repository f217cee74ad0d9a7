/** `npm run origin -- [--port 8100] [--scenario name] [--file X.flv] [--dist dist]` */
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOMS, SCENARIO_NAMES } from '../scenarios.ts';
import { startOrigin } from './server.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8100' },
    scenario: { type: 'string', default: '' },
    file: { type: 'string' },
    dist: { type: 'string', default: 'dist' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log('npm run origin -- [--port 8100] [--scenario name] [--file X.flv] [--dist dist]\n');
  console.log(`scenarios: ${SCENARIO_NAMES.join(', ')}`);
  process.exit(0);
}
const port = Number(values.port);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`--port ${values.port} is no port`);
  process.exit(1);
}
const origin = await startOrigin({
  port,
  scenario: values.scenario,
  dist: resolve(values.dist),
  ...(values.file !== undefined && { file: values.file }),
});
if (!origin.ok) {
  console.error(origin.error.code, origin.error.detail);
  process.exit(1);
}
const { address, close } = origin.value;
console.log(`origin: ${address}`);
for (const { path, about } of ROOMS) console.log(`  ${address}${path.replace(/\?.*/, '')}  ${about}`);
if (values.file !== undefined) {
  const live = `${address}/live/${basename(values.file).replace(/\.flv$/i, '')}.flv`;
  console.log(`  ${live}`);
  console.log(`  ${address}/live/1001?debug=1&kind=h264&src=${encodeURIComponent(live)}`);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close().then(() => process.exit(0)));
