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
  roles: [0, 1],
});
`,
    [`${folder}/rules.ts`]: `import { assertNever } from '../../core/assert-never.ts';
import type { Machine, Step, Tick } from '../../core/machine.ts';

/** How long it stays on the page after the last notice. */
export const SHOWN_MS = 5_000;

export type ${type} = { readonly name: 'quiet' } | { readonly name: 'shown'; readonly count: number; readonly untilMs: number };

export type ${type}Event = { readonly type: 'notice' } | { readonly type: 'close' };
export type ${type}Effect = { readonly type: 'count' };
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
`,
    [`${folder}/room.ts`]: `import { defineRoomHalf } from '../../workers/room/features/feature-api.ts';
import { ${id}Machine, type ${type}, type ${type}Action, type ${type}Effect, type ${type}Event, type ${type}View } from './rules.ts';

export const room = defineRoomHalf({
  machine: ${id}Machine,
  context: () => null,
  view: (state: ${type}): ${type}View | null => (state.name === 'shown' ? { count: state.count } : null),
  messages: {
    'common-notice': (): ${type}Event => ({ type: 'notice' }),
  },
  onAction: (action: ${type}Action): ${type}Event => ({ type: action.type }),
  execute: (_effect: ${type}Effect, room) => room.count('notices', 1),
});
`,
    [`${folder}/panel.tsx`]: `import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import css from './panel.module.css';
import type { ${type}Action, ${type}View } from './rules.ts';
import type { ${type}Words } from './text.zh-CN.ts';

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
    [`${folder}/text.zh-CN.ts`]: `export const words = {
  title: '通知',
  count: (n: number): string => \`\${n} 条通知\`,
  close: '关闭',
};

export type ${type}Words = typeof words;
`,
    [`${folder}/text.en.ts`]: `import type { ${type}Words } from './text.zh-CN.ts';

export const words: ${type}Words = {
  title: 'Notices',
  count: (n) => \`\${n} notices\`,
  close: 'Close',
};
`,
    [`tests/features/${name}/wires.ts`]: `import { rows, type FeatureWires } from '../../wires/feature-wires.ts';
import type { ${type}Action } from '../../../src/features/${name}/rules.ts';

export const wires: FeatureWires = {
  counts: [{ type: 'count' }, 'notices', 1],
  actions: [rows<${type}Action>({ close: [{}] }, { messages: [['common-notice', { content: 'c' }]] })],
};
`,
    [`tests/features/${name}/${name}.test.ts`]: `import { expect, test } from 'vitest';
import { createDecisionLog } from '../../../src/core/decision-log.ts';
import { createRunner } from '../../../src/core/machine.ts';
import { ${id}Machine, SHOWN_MS } from '../../../src/features/${name}/rules.ts';
import { manualClock } from '../../manual-clock.ts';

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
