import { expect, test, vi } from 'vitest';

import type { ListEventsDeps } from '../../../../src/ui/chat/list/list-events.ts';
import { loadListEvents } from '../../../../src/ui/chat/list/load-list-events.ts';

const DEPS = {} as ListEventsDeps;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

function listOf(failures: number) {
  const box = new EventTarget() as HTMLElement;
  const stop = vi.fn();
  const listenToList = vi.fn(() => stop);
  let loads = 0;
  const load = async () => {
    if (loads++ < failures) throw new Error('offline');
    return { listenToList };
  };
  const click = (): Event => {
    const event = new Event('click');
    box.dispatchEvent(event);
    return event;
  };
  return { box, stop, listenToList, load, click, loads: () => loads };
}

test('S20 the events of chat rows are handled after a failed load: a click loads the code again and is handled', async () => {
  const list = listOf(1);
  const leave = loadListEvents(list.box, DEPS, list.load);
  await settled();
  expect(list.listenToList).not.toHaveBeenCalled();
  const event = list.click();
  await settled();
  expect(list.listenToList.mock.calls).toEqual([[list.box, DEPS, event]]);
  leave();
  expect(list.stop).toHaveBeenCalledTimes(1);
});

test('S20 of several clicks before the code is loaded the newest is handled once, and later clicks load nothing', async () => {
  const list = listOf(0);
  loadListEvents(list.box, DEPS, list.load);
  list.click();
  const newest = list.click();
  await settled();
  const loads = list.loads();
  list.click();
  await settled();
  expect([list.listenToList.mock.calls, list.loads()]).toEqual([[[list.box, DEPS, newest]], loads]);
});

test('S20 nothing listens to a list that is closed before the code is loaded', async () => {
  const list = listOf(0);
  loadListEvents(list.box, DEPS, list.load)();
  list.click();
  await settled();
  expect([list.listenToList.mock.calls, list.loads()]).toEqual([[], 1]);
});
