import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';

import { ToolHeader } from '../../../src/ui/tools/ToolHeader.tsx';

test('P28 the header of a page for developers has its title, and its button switches to the named language', () => {
  const root = document.body.appendChild(document.createElement('div'));
  const react = createRoot(root);
  let switched = 0;
  flushSync(() => react.render(<ToolHeader title="解码器" other="English" onLanguage={() => switched++} />));
  const button = root.querySelector('button')!;
  expect([root.querySelector('h1')?.textContent, button.textContent.trim()]).toEqual(['解码器', 'English']);
  button.click();
  expect(switched).toBe(1);
  react.unmount();
  root.remove();
});
