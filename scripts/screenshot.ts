/** Takes the picture of the README: the offline room of the production build, with a few lines of chat. */
import { spawn, spawnSync } from 'node:child_process';
import { chromium } from 'playwright';
import { browserLaunch, ensureBrowser } from './browser.ts';

const PORT = 4199;
const VIEWPORT = { width: 1280, height: 760 };
/** Long enough for the chat to have something to say. */
const EVENING_MS = 9_000;

if (!ensureBrowser()) process.exit(1);
if (spawnSync('node_modules/.bin/vite', ['build', '--mode', 'offline'], { stdio: 'inherit' }).status !== 0) process.exit(1);
const server = spawn('node_modules/.bin/vite', ['preview', '--mode', 'offline', '--port', String(PORT), '--strictPort'], {
  stdio: 'ignore',
});
const { executablePath, args } = browserLaunch();
const browser = await chromium.launch({ args: [...args], ...(executablePath !== undefined && { executablePath }) });
try {
  const page = await browser.newPage({ viewport: VIEWPORT, locale: 'zh-CN' });
  for (let tries = 0; ; tries++) {
    try {
      await page.goto(`http://127.0.0.1:${PORT}/live/1001?scenario=logged-in`);
      break;
    } catch (cause) {
      if (tries > 20) throw cause;
      await page.waitForTimeout(500);
    }
  }
  await page.waitForTimeout(EVENING_MS);
  await page.screenshot({ path: 'README.jpg', type: 'jpeg', quality: 82 });
  console.log('README.jpg');
} finally {
  await browser.close();
  server.kill();
}
