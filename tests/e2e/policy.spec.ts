import { expect, test, type Page } from '@playwright/test';
import { inlineScriptHashes } from '../../scripts/build/headers.ts';
import { plays } from './player-page.ts';
import { poll, withOrigin } from './watching.ts';

/** Resources that the browser refused, and the page's console errors. */
function watchRefusals(page: Page): readonly string[] {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|TrustedScript|Refused to/i.test(message.text())) refused.push(message.text());
  });
  page.on('pageerror', (error) => refused.push(error.message));
  return refused;
}

/** Checks that each way to write a script into the page fails, and that a foreign page cannot embed the room. */
async function expectNothingWritten(page: Page, address: string): Promise<void> {
  const thrown = await page.evaluate(() => {
    const attempts: readonly (() => void)[] = [
      () => (document.createElement('script').textContent = 'window.ran = 1'),
      () => document.createElement('img').setAttribute('onerror', 'window.ran = 1'),
      () => (document.body.innerHTML = '<p>'),
      () => new Worker('data:text/javascript,1'),
    ];
    return attempts.filter((attempt) => {
      try {
        attempt();
        return false;
      } catch {
        return true;
      }
    }).length;
  });
  expect(thrown).toBe(4);
  await page.goto('about:blank');
  await page.setContent(`<iframe src="${address}/live/1001"></iframe>`);
  await poll(() => page.frames()[1]?.url() ?? '').toContain('chrome-error:');
}

test.describe('the production page under its headers @foundation', () => {
  for (const [kind, scenario, also] of [
    ['h264', 'normal', '; a script that somebody writes into the page does not run, and no other page may frame the room'],
    ['h265', 'h265', ''],
  ] as const) {
    test(`P5 P20 the room plays ${kind} and the policy refuses nothing${also}`, async ({ page }) => {
      await withOrigin(
        async ({ address }) => {
          const refused = watchRefusals(page);
          const answer = await page.goto(`${address}/live/1001`);
          const headers = answer!.headers();
          // One hash: that of the inline script.
          const hashes = inlineScriptHashes(await answer!.text()).join(' ');
          expect(headers['content-security-policy']).toContain(`script-src 'self' 'wasm-unsafe-eval' ${hashes};`);
          expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' });
          await plays(page, kind);
          await page.getByRole('textbox').first().fill('你好');
          expect(refused).toEqual([]);
          if (also !== '') await expectNothingWritten(page, address);
        },
        { scenario },
      );
    });
  }

  test('P5 an inline script inserted by markup does not run', async ({ page }) => {
    await withOrigin(async ({ address }) => {
      await page.route('**/live/1001', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.text()).replace(
          '</body>',
          '<script>window.ran = 1</script><img src="/no.png" onerror="window.ran = 2"></body>',
        );
        await route.fulfill({ response: answer, body });
      });
      const refused = watchRefusals(page);
      await page.goto(`${address}/live/1001`);
      await poll(() => refused.length).toBeGreaterThanOrEqual(2);
      expect(await page.evaluate(() => Reflect.get(window, 'ran') as unknown)).toBeUndefined();
    });
  });
});
