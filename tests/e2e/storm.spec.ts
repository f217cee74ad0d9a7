import { expect, test, type Page } from '@playwright/test';
import { addressOf } from '../../mocks/scenarios.ts';
import { inSoak, isSoak } from './soak.ts';
import { chatList, expectMovingPicture } from './watching.ts';

/** Seconds of five thousand messages each: 30 in `npm run soak`. */
const SECONDS = inSoak(30, 2);
const PER_S = 5_000;
/** Interval of a state and an own message; longer than two batches, so that no state replaces the previous one. */
const STEP_MS = 250;

interface Seen {
  readonly own: readonly string[];
  readonly viewers: readonly number[];
  /** Number of rows that the page drew, and of messages in the same time, from the ids of the rows. */
  readonly drawn: number;
  readonly counted: number;
}

/** Pushes a state and an own message in turn and records what the page draws. As text, because tsx would name its functions. */
const WATCH = `(async ({ steps, stepMs }) => {
  const list = document.querySelector('[role="log"]');
  const bar = [...document.querySelectorAll('span')].find((one) => /^\\S+ 人在看$/.test(one.textContent.trim()));
  const me = Number(/fx_userid=(\\d+)/.exec(document.cookie)[1]);
  const own = [];
  const viewers = [];
  const ids = [];
  const rows = new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const row of addedNodes) {
        const said = /own \\d+/.exec(row.textContent);
        if (row.dataset?.id) ids.push(Number(row.dataset.id));
        if (said && row.hasAttribute('data-me')) own.push(said[0]);
      }
  });
  const counts = new MutationObserver(() => {
    const shown = Number(/^(\\d+) 人在看/.exec(bar.textContent.trim())?.[1]);
    if (shown >= 100 && shown !== viewers.at(-1)) viewers.push(shown);
  });
  rows.observe(list, { childList: true, subtree: true });
  counts.observe(bar, { childList: true, subtree: true, characterData: true });
  const { push } = window.offlineRoom;
  for (let i = 0; i < steps; i++) {
    push({ id: 490022, body: { roomid: 1001, viewers: 100 + i, followers: 5 } });
    push({ id: 501, body: { senderid: me, userid: me, sendername: 'me', nickname: 'me', chatmsg: 'own ' + i } });
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
  // Missing messages are detected by the test.
  for (let waited = 0; waited < 200 && (own.at(-1) !== 'own ' + (steps - 1) || viewers.at(-1) !== 99 + steps); waited++) await new Promise((resolve) => setTimeout(resolve, 50));
  return { own, viewers, drawn: ids.length, counted: Math.max(...ids) - Math.min(...ids) };
})`;

const watch = (page: Page, steps: number): Promise<Seen> =>
  page.evaluate(`${WATCH}(${JSON.stringify({ steps, stepMs: STEP_MS })})`) as Promise<Seen>;

test(
  'S7 S20 at 5000 messages per second own messages and states arrive once and in order, dropped chat is counted, and the list stays bounded',
  { tag: ['@realtime', '@soak'] },
  async ({ page }) => {
    await page.goto(addressOf('chat-storm'));
    await expectMovingPicture(page);
    await expect(chatList(page).locator('[data-id]').first()).toBeVisible();
    const steps = (SECONDS * 1_000) / STEP_MS;
    const seen = await watch(page, steps);
    expect(seen.own).toEqual(Array.from({ length: steps }, (_, i) => `own ${i}`));
    // Only the newest state matters: it always arrives, and no state arrives after a newer one.
    expect(seen.viewers).toEqual(seen.viewers.toSorted((a, b) => a - b));
    expect(seen.viewers.at(-1)).toBe(99 + steps);
    expect(seen.counted).toBeGreaterThan(inSoak(0.8 * PER_S * SECONDS, seen.drawn));
    // Rows are removed in blocks of thirty.
    expect(await chatList(page).locator('[data-id]').count()).toBeLessThanOrEqual(120);
    await expectMovingPicture(page);
    if (isSoak) {
      const { own, viewers, drawn, counted } = seen;
      console.log(JSON.stringify({ seconds: SECONDS, own: own.length, states: viewers.length, counted, drawn, leftOut: counted - drawn }));
    }
  },
);
