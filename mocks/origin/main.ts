import { resolve } from 'node:path';
import { anyText, EXIT, file, integer, runTool, UsageError, type Tool, type ValuesOf } from '../../scripts/lib/command-line.ts';
import { isScenarioName, ROOMS, SCENARIO_NAMES } from '../scenarios.ts';
import { startOrigin, streamNameOf } from './server.ts';

const PORT_MAX = 65_535;

const OPTIONS = {
  port: integer('the port; 0 takes a free one', 8_100, 0, PORT_MAX),
  scenario: anyText(`what it plays: ${SCENARIO_NAMES.join(', ')}`),
  file: file('an FLV that is served as a live stream'),
  dist: anyText('folder of the production build (dist)'),
} as const;

const ORIGIN: Tool<typeof OPTIONS> = {
  name: 'npm run origin --',
  takes: '',
  about: 'A real server on loopback: the recordings by HTTP-FLV, JSON and WebSocket, and the production build before them.',
  options: OPTIONS,
  wordsMax: 0,
  examples: ['  npm run origin -- --file X.flv', '  npm run origin -- --scenario chat-busy --port 8200'],
  run: serve,
};

async function serve(values: ValuesOf<typeof OPTIONS>): Promise<number> {
  const { scenario = '' } = values;
  if (scenario !== '' && !isScenarioName(scenario)) throw new UsageError(`--scenario ${scenario} is none of those that --help lists`);
  const origin = await startOrigin({
    port: values.port,
    scenario,
    dist: resolve(values.dist ?? 'dist'),
    ...(values.file !== undefined && { file: values.file }),
  }).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  });
  if (!origin.ok) throw new UsageError(`${origin.error.code} ${origin.error.detail}`);
  const { address, close } = origin.value;
  console.log(`origin: ${address}`);
  for (const { path, about } of ROOMS) console.log(`  ${address}${path.replace(/\?.*/, '')}  ${about}`);
  if (values.file !== undefined) {
    const live = `${address}/live/${streamNameOf(values.file)}.flv`;
    console.log(`  ${live}`);
    console.log(`  ${address}/live/1001?debug=1&kind=h264&src=${encodeURIComponent(live)}`);
  }
  await new Promise<void>((stopped) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stopped);
  });
  await close();
  return EXIT.DONE;
}

process.exit(await runTool(ORIGIN, process.argv.slice(2)));
