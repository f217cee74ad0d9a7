/** The page /player: a stream address plays, or the page names the reason. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, type Page } from '@playwright/test';
import { bytesOf, ZOO, type Codec } from '../../src/player/streams/zoo.ts';
import { everyReportFits, figures, pulled } from './player-page.ts';
import { poll } from './watching.ts';

const STREAM = readFileSync('fixtures/streams/sync-640x360-h264.flv');
const OPEN = { 'access-control-allow-origin': '*' };
/** FLV header and one AV1 tag of Enhanced RTMP. */
const AV1 = Buffer.from('464c56010500000009000000000900000500000000000000906176303100000010', 'hex');

/** A media server of another origin; each of its streams has another fault. */
async function startBadServer(): Promise<{ readonly address: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    switch (request.url) {
      case '/no-cors.flv':
        response.writeHead(200).end(STREAM);
        return;
      case '/av1.flv':
        response.writeHead(200, OPEN).end(AV1);
        return;
      case '/h264/g711-a.flv':
      case '/h265/speex.flv': {
        const [, codec, name] = request.url.split(/[/.]/);
        response.writeHead(200, OPEN).write(
          bytesOf(
            ZOO.find((zooClass) => zooClass.name === name)!,
            codec as Codec,
          ),
        );
        return;
      }
      default:
        response.writeHead(404, OPEN).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const verdict = (page: Page) => page.getByRole('region', { name: 'Checks' }).getByRole('status');
const tryAddress = async (page: Page, address: string): Promise<void> => {
  await page.getByLabel('HTTP-FLV or WHEP address').fill(address);
  await page.keyboard.press('Enter');
};

test('P21 P26 each fault that prevents playback has its sentence, and the next address plays', async ({ page }) => {
  const { address, server } = await startBadServer();
  try {
    await page.goto('/player?lang=en');
    for (const [path, sentence] of [
      [`${address}/no-cors.flv`, /does not allow this page to read it \(CORS\)/],
      [`${address}/missing.flv`, /status 404/],
      [`${address}/av1.flv`, /video codec is AV1/],
      ['http://127.0.0.1:9/dead.flv', /does not answer/],
    ] as const) {
      await tryAddress(page, path);
      await expect(verdict(page)).toHaveText(sentence);
    }
    await tryAddress(page, '/fixtures/streams/sync-640x360-h264.flv');
    await expect(verdict(page)).toHaveText('This stream can play here.');
    await expect(page.getByRole('region', { name: 'Figures' })).toContainText('640×360');
    await expect(page.getByRole('list', { name: 'Decision log' })).toContainText('first-frame');
    await expect(page.getByRole('list', { name: 'Events' })).toContainText('loadedmetadata');
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('P22 P20 sound that cannot play is named to the viewer, in the pull report and by /player, and the picture plays in both kinds', async ({
  page,
}) => {
  const { address, server } = await startBadServer();
  try {
    for (const [codec, name, sound] of [
      ['h264', 'g711-a', 'G.711 A-law'],
      ['h265', 'speex', 'Speex'],
    ] as const) {
      const stream = `${address}/${codec}/${name}.flv`;
      await page.goto(`/live/1001?lang=en&debug=1&kind=${codec}&src=${encodeURIComponent(stream)}`);
      await expect(page.getByText(`sends ${sound} sound`)).toBeVisible();
      // The stream has pictures for three seconds.
      await poll(async () => (await figures(page))?.progress.paintedFrames ?? 0).toBeGreaterThan(0);
      await pulled(page, { state: 0, para: codec, para1: `640x360 without audio: ${sound}` });
      await everyReportFits(page);
      await page.goto(`/player?lang=en&src=${encodeURIComponent(stream)}`);
      await expect(page.locator('[data-check=audio]')).toContainText(sound);
      await expect(page.locator('[data-check=video]')).toHaveAttribute('data-state', 'good');
      await expect(page.getByRole('region', { name: 'Figures' })).toContainText('640×360');
    }
  } finally {
    server.close();
    server.closeAllConnections();
  }
});

test('P22 P29 H265 is detected by the first bytes of the stream and decoded by threads; one click enables the sound', async ({ page }) => {
  await page.goto('/player?lang=en&src=/fixtures/streams/stage-852x480-h265-id12.flv');
  await expect(page.locator('[data-check=video]')).toContainText('H265');
  await expect(page.getByRole('region', { name: 'Figures' })).toContainText(/h265/);
  await page.getByRole('button', { name: 'Turn the sound on' }).click();
  await expect(page.getByRole('list', { name: 'Events' })).toContainText('muted false');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeDisabled();
});
