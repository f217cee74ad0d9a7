import { afterEach, expect, test } from 'vitest';
import type { AnalyticsInput } from '../../../src/core/reports/analytics.ts';
import { watchPage } from '../../../src/ui/page/page-analytics.ts';

let stop = (): void => undefined;
afterEach(() => {
  stop();
  document.body.replaceChildren();
});

function watched(html: string) {
  document.body.innerHTML = html;
  const events: AnalyticsInput[] = [];
  stop = watchPage(document.body, (event) => events.push(event));
  return { events, said: () => events.map(({ evid, evtype, scene, detail }) => `${evid} ${evtype} ${scene} ${detail}`) };
}

test('S33 a click on a marked element is its event, with the scene of the table and its detail', () => {
  const { said } = watched('<a data-evid="lobby_open"><b>x</b></a><button data-evid="feature_entry" data-detail="ranks"></button><i></i>');
  document.querySelector('b')!.click();
  document.querySelector('button')!.click();
  document.querySelector('i')!.click();
  expect(said()).toEqual(['lobby_open click list ', 'feature_entry click room ranks']);
});

test('S33 scrolling by the viewer in the chat is one event per half minute; scrolling by the list itself is no event', async () => {
  const { said } = watched('<div role="log" style="height:50px;overflow:auto"><div style="height:900px"></div></div>');
  const list = document.querySelector<HTMLElement>('[role="log"]')!;
  const scrolledBy = async (px: number): Promise<void> => {
    const scrolled = new Promise((resolve) => list.addEventListener('scroll', resolve, { once: true }));
    list.scrollTop += px;
    await scrolled;
  };
  await scrolledBy(10);
  expect(said()).toEqual([]);
  for (let times = 0; times < 3; times++) {
    list.dispatchEvent(new WheelEvent('wheel', { bubbles: true }));
    await scrolledBy(10);
  }
  expect(said()).toEqual(['chat_scroll scroll room ']);
});

test('S33 full screen is an event however it was requested', () => {
  const { said } = watched('');
  document.dispatchEvent(new Event('fullscreenchange'));
  expect(said()).toEqual(['stage_fullscreen click room off']);
});

test('S33 nothing is reported after the page is no longer observed', () => {
  const { events } = watched('<a data-evid="lobby_open"></a>');
  stop();
  document.querySelector('a')!.click();
  document.dispatchEvent(new Event('fullscreenchange'));
  expect(events).toEqual([]);
});
