import { expect, test } from 'vitest';
import { contract } from '../../scripts/api/contract.ts';
import { contractPage, markdown } from '../../scripts/api/page.ts';

test('the contract’s page contains every call, field table, message and check, and no unclosed tag', () => {
  const page = contractPage('api.css');
  const { operations, messages, rules } = contract();
  for (const { id, path } of operations) expect(page, id).toContain(path.replaceAll('"', '&quot;'));
  for (const { command, direction } of messages) expect(page).toContain(`id="message-${direction}-${command}"`);
  for (const name of rules.keys()) expect(page).toContain(`<code>${name}</code>`);
  expect(page).toContain('<code>data.room.viewers</code>');
  for (const tag of ['section', 'table', 'details', 'p', 'ol'])
    expect(page.split(`<${tag}>`).length + page.split(`<${tag} `).length - 2, tag).toBe(page.split(`</${tag}>`).length - 1);
});

test('text of the contract is escaped', () => {
  expect(markdown('`<script>` & "x"')).toBe('<p><code>&lt;script&gt;</code> &amp; &quot;x&quot;</p>');
  expect(markdown('| a | b |\n| --- | --- |\n| 1 | <i> |')).toContain('<td>&lt;i&gt;</td>');
});
