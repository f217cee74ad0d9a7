import { afterEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';

import '../../../src/ui/base.css';
import { openPage } from './room-page.tsx';

interface Devtools {
  send(method: string, params?: object): Promise<unknown>;
}
const devtools = (): Devtools => cdp() as unknown as Devtools;
const prefer = (name: string, value: string): Promise<unknown> =>
  devtools().send('Emulation.setEmulatedMedia', { features: [{ name, value }] });

afterEach(() => devtools().send('Emulation.setEmulatedMedia', { features: [] }));

/** Adds an element with an animation; returns its opacity. */
async function opacityOf(animation: string): Promise<string> {
  const style = document.createElement('style');
  style.textContent = '@keyframes leave { from, to { opacity: 0 } 50% { opacity: 1 } } @keyframes come { from { opacity: 0 } }';
  const element = document.createElement('p');
  element.style.animation = animation;
  document.body.append(style, element);
  await Promise.race([...element.getAnimations().map(({ finished }) => finished), new Promise((done) => setTimeout(done, 100))]);
  const { opacity } = getComputedStyle(element);
  style.remove();
  element.remove();
  return opacity;
}

test('P11 S21 with reduced motion an effect whose animation ends by hiding it stays visible', async () => {
  await prefer('prefers-reduced-motion', 'reduce');
  expect(await opacityOf('leave 3.6s both')).toBe('1');
  expect(await opacityOf('come 200ms 60s both')).toBe('0');
});
