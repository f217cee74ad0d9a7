/** Runs each recipe of API.md, extracted into a page, and checks what its reader expects of it. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright';
import type { Answer } from '../../../scripts/packages/project.ts';
import { ROOT } from '../../../scripts/lib/tool.ts';
import { DEADLINE_MS, INSTALLED, onPage, PROJECT } from './visits.ts';
import { fileOf, IMPORTS, recipesOf, type Recipe } from './emit.ts';

const REACT_PAGE = 'react.html';

interface Expectation {
  readonly isIsolated: boolean;
  /** Throws, or returns the faults. */
  readonly use: (page: Page) => Promise<readonly string[] | void>;
}

const shows = (page: Page, text: RegExp, selector = 'output'): Promise<unknown> =>
  page.waitForFunction(
    ([where, source]) => new RegExp(source).test(document.querySelector(where)?.textContent ?? ''),
    [selector, text.source] as const,
    { timeout: DEADLINE_MS },
  );

/** Resolves when the button of mute-policy.html is shown, or after the time limit. */
const REFUSED = `new Promise((resolve) => {
  const look = () => (document.querySelector('button')?.hidden === false || performance.now() > ${DEADLINE_MS} ? resolve() : setTimeout(look, 50));
  look();
})`;

/** Expectations by the file name of the recipe. */
const EXPECTATIONS: Readonly<Record<string, Expectation>> = {
  'element.html': { isIsolated: true, use: async (page) => void (await shows(page, /^h265 640x360$/)) },
  // There is no WHEP endpoint: HTTP-FLV takes over.
  'low-latency.html': { isIsolated: false, use: async (page) => void (await shows(page, /^h264: \d\.\d s$/)) },
  'mute-policy.html': {
    isIsolated: false,
    async use(page) {
      // Playwright's own calls count as a click, which permits sound: the browser is asked without one until it has refused sound.
      const session = await page.context().newCDPSession(page);
      await session.send('Runtime.evaluate', { expression: REFUSED, awaitPromise: true });
      await shows(page, /^playing$/);
      const button = page.getByRole('button', { name: 'Turn the sound on' });
      await button.click({ timeout: DEADLINE_MS });
      await button.waitFor({ state: 'hidden', timeout: DEADLINE_MS });
      const isMuted = await page
        .locator('video')
        .first()
        .evaluate((video: HTMLVideoElement) => video.muted);
      return isMuted ? ['the video element is still muted after the click'] : [];
    },
  },
  'own-controls.html': {
    isIsolated: false,
    async use(page) {
      await shows(page, /^playing$/);
      await page.getByRole('button', { name: 'Pause' }).click();
      await shows(page, /^paused$/);
      await page.getByRole('button', { name: 'Pause' }).click();
      await shows(page, /^playing$/);
      await page.getByRole('button', { name: 'Sound' }).click();
      await page.locator('[aria-pressed=true]').waitFor({ timeout: DEADLINE_MS });
      await page.getByLabel('Volume').fill('0.25');
      const volume = await page.evaluate(() => (document.querySelector('footlight-player') as unknown as { volume: number }).volume);
      return volume === 0.25 ? [] : [`the volume is ${volume}`];
    },
  },
  'script-tag.html': { isIsolated: false, use: async (page) => void (await shows(page, /^h264$/)) },
  'react.jsx': { isIsolated: false, use: async (page) => void (await shows(page, /^playing$/)) },
  'cdn-list.html': {
    isIsolated: false,
    async use(page) {
      await shows(page, /^playing$/);
      await shows(page, /address 1 of 2.+404.+address 2 of 2/, 'ol');
    },
  },
  'signed-addresses.html': { isIsolated: false, use: async (page) => void (await shows(page, /^playing$/)) },
  'without-isolation.html': { isIsolated: false, use: async (page) => void (await shows(page, /^h265, 1 thread, [\d.]+ ms a picture$/)) },
  'inspect.html': {
    isIsolated: false,
    async use(page) {
      await page.waitForFunction(() => document.title === 'done', undefined, { timeout: DEADLINE_MS });
      const lines = await page.locator('li').allTextContents();
      const wanted = [/H264 and AAC$/, /H265 and AAC$/, /\(404.*\)$/, /is not FLV \(html\)$/, /does not answer/];
      return wanted.flatMap((want, i) => (want.test(lines[i] ?? '') ? [] : [`${String(want)}: ${lines[i]}`]));
    },
  },
};

/** React has no module script: its recipe is bundled with it, and the page maps the package. */
async function writeReactPage({ code }: Recipe): Promise<void> {
  const { outputFiles } = await build({
    stdin: { contents: code, loader: 'jsx', resolveDir: ROOT },
    jsx: 'automatic',
    bundle: true,
    format: 'esm',
    write: false,
    minify: true,
    external: Object.keys(IMPORTS),
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const script = outputFiles[0]!.text.replaceAll('</script', '<\\/script');
  const body = `<div id="root"></div>\n<script type="module">\n${script}</script>\n`;
  writeFileSync(path.join(PROJECT, REACT_PAGE), fileOf({ file: REACT_PAGE, title: 'React', code: body }));
}

export interface RecipeTrial {
  readonly name: string;
  readonly run: () => Promise<readonly string[]>;
}

/** Uses the installed files, because readers of the tarball open its `examples/`. `answers` is called per page: an answer has a state. */
export function recipeTrials(browser: Browser, answers: () => Answer): readonly RecipeTrial[] {
  const recipes = recipesOf(readFileSync(path.join(INSTALLED, 'API.md'), 'utf8'));
  return recipes.map((recipe) => ({
    name: `recipe ${recipe.file}`,
    async run() {
      const expectation = EXPECTATIONS[recipe.file];
      if (expectation === undefined) return ['nothing is expected of it: add it to EXPECTATIONS'];
      if (readFileSync(path.join(INSTALLED, 'examples', recipe.file), 'utf8') !== fileOf(recipe)) return ['examples/ differs from API.md'];
      const isReact = recipe.file.endsWith('.jsx');
      if (isReact) await writeReactPage(recipe);
      return onPage(browser, {
        folder: PROJECT,
        path: isReact ? `/${REACT_PAGE}` : `/node_modules/@footlight/player/examples/${recipe.file}`,
        isIsolated: expectation.isIsolated,
        answer: answers(),
        use: async (page) => (await expectation.use(page)) ?? [],
      });
    },
  }));
}
