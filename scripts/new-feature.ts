/**
 * `npm run new:feature -- NAME`: a folder in src/features with the parts for all threads, and a folder in tests/features with a test and the
 * rows for tests/wires.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { isMain } from './lib/command-line.ts';
import { runTool } from './lib/tool.ts';

const camel = (name: string): string => name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string): string => camel(`-${name}`);

/** Path and text of each file of a new feature: a counter of notices, to be replaced by the real feature. */
// Long: a table of file texts without logic.
export function filesOf(name: string): Readonly<Record<string, string>> {
  const id = camel(name);
  const type = pascal(name);
  const folder = `src/features/${name}`;
  return {
    [`${folder}/feature.ts`]: `import { defineFeature } from '../../core/feature.ts';

export const manifest = defineFeature({
  name: '${name}',
  wakes: ['message', 'action'],
  messages: ['common-notice'],
  slot: 'stage-strip',
});
`,
    [`${folder}/room.ts`]: `import { assertNever } from '../../player/base/errors.ts';
import type { Machine, Step, Tick } from '../../player/base/machine.ts';
import { defineRoomPart } from '../../workers/room/features/feature-api.ts';

/** Milliseconds on the page after the last notice. */
export const SHOWN_MS = 5_000;

type ${type} = { readonly name: 'quiet' } | { readonly name: 'shown'; readonly count: number; readonly untilMs: number };
type ${type}Event = { readonly type: 'notice' } | { readonly type: 'close' };
type ${type}Effect = { readonly type: 'count' };
export type ${type}Action = { readonly type: 'close' };

export interface ${type}View {
  readonly count: number;
}

export const ${id}Machine: Machine<${type}, ${type}Event, ${type}Effect, null> = {
  name: '${name}',
  initial: { name: 'quiet' },
  step,
  deadlineMs: (state) => (state.name === 'shown' ? state.untilMs : null),
};

function step(state: ${type}, event: ${type}Event | Tick, nowMs: number): Step<${type}, ${type}Effect> {
  switch (event.type) {
    case 'notice': {
      const count = state.name === 'shown' ? state.count + 1 : 1;
      return [{ name: 'shown', count, untilMs: nowMs + SHOWN_MS }, { type: 'count' }];
    }
    case 'close':
      return [state.name === 'quiet' ? state : { name: 'quiet' }];
    case 'tick':
      return [state.name === 'shown' && nowMs >= state.untilMs ? { name: 'quiet' } : state];
    default:
      return assertNever(event);
  }
}

export const room = defineRoomPart({
  machine: ${id}Machine,
  context: () => null,
  view: (state: ${type}): ${type}View | null => (state.name === 'shown' ? { count: state.count } : null),
  messages: {
    'common-notice': (): ${type}Event => ({ type: 'notice' }),
  },
  onAction: (action: ${type}Action): ${type}Event => action,
  execute: (_effect: ${type}Effect, room) => room.count('notices', 1),
});
`,
    [`${folder}/panel.tsx`]: `import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import css from './panel.module.css';
import type { ${type}Action, ${type}View } from './room.ts';
import type { ${type}Words } from './text.ts';

export default function ${type}Panel({ view, act, words }: PanelProps<${type}View, ${type}Action, ${type}Words>) {
  return (
    <section className={css.panel} aria-label={words.title}>
      <span>{words.count(view.count)}</span>
      <button type="button" className={css.close} aria-label={words.close} onClick={() => act({ type: 'close' })}>
        <Icon name="close" size={16} />
      </button>
    </section>
  );
}
`,
    [`${folder}/panel.module.css`]: `.panel {
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 6px 12px;
  border-radius: var(--radius-full);
  background: var(--scrim);
  color: #fff;
  font-size: var(--text-s);
}

.close {
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
}
`,
    [`${folder}/text.ts`]: `import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('通知', 'Notices'),
  count: (n: number) => t(\`\${n} 条通知\`, \`\${n} notices\`),
  close: t('关闭', 'Close'),
});

export type ${type}Words = ReturnType<typeof words>;
`,
    [`tests/features/${name}/rows.ts`]: `import { rows, type FeatureWires } from '../../wires/feature-wires.ts';
import type { ${type}Action } from '../../../src/features/${name}/room.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count' }, 'notices', 1],
  actions: [rows<${type}Action>({ close: [{}] }, { messages: [['common-notice', { content: 'c' }]] })],
};
`,
    [`tests/features/${name}/${name}.test.ts`]: `import { expect, test } from 'vitest';
import { createDecisionLog, createRunner } from '../../../src/player/base/machine.ts';
import { ${id}Machine, SHOWN_MS } from '../../../src/features/${name}/room.ts';
import { manualClock } from '../../../src/player/tests/manual-clock.ts';

test('${name}: shows how many came, until a while after the last one or until it is closed', () => {
  const clock = manualClock();
  const runner = createRunner(${id}Machine, { clock, decisions: createDecisionLog(), context: () => null, execute: () => undefined });
  runner.send({ type: 'notice' });
  runner.send({ type: 'notice' });
  expect(runner.state()).toMatchObject({ name: 'shown', count: 2 });
  clock.advance(SHOWN_MS);
  expect(runner.state().name).toBe('quiet');
  runner.send({ type: 'notice' });
  runner.send({ type: 'close' });
  expect(runner.state().name).toBe('quiet');
});
`,
  };
}

/** Without digits and at most 40 characters, because the path of its calls has it (`/live/feature/{feature}/{verb}` of the contract). */
const NAME = /^(?=.{1,40}$)[a-z]+(?:-[a-z]+)*$/;

/** Returns the problem with the name, or null. */
export function problemOf(name: string, exists: (path: string) => boolean): string | null {
  if (!NAME.test(name))
    return `"${name}" is no feature name: lower-case words without digits, with hyphens between, for example song-orders`;
  const folder = ['src/features', 'tests/features'].map((parent) => `${parent}/${name}`).find(exists);
  return folder === undefined ? null : `${folder} exists`;
}

function main(): void {
  const name = process.argv.slice(2).join(' ');
  if (['--help', '-h', ''].includes(name)) {
    console.log('npm run new:feature -- NAME\nMakes src/features/NAME (manifest, room part, panel, texts) and tests/features/NAME.');
    process.exitCode = name === '' ? 2 : 0;
    return;
  }
  const problem = problemOf(name, existsSync);
  if (problem !== null) {
    console.error(problem);
    process.exitCode = 2;
    return;
  }
  const files = filesOf(name);
  mkdirSync(`src/features/${name}`, { recursive: true });
  mkdirSync(`tests/features/${name}`, { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(path, text);
  const written = Object.keys(files);
  if (!runTool('oxfmt', written)) process.exitCode = 1;
  for (const path of written) console.log(path);
}

if (isMain(import.meta.url)) main();
