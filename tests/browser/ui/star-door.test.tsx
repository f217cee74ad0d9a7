import { afterEach, expect, test, vi } from 'vitest';

import { LOGIN_COOKIES } from '../../../src/core/room/start/cookies.ts';
import { twoFrames } from '../../../src/player/page/loading.ts';
import { StarDoor } from '../../../src/ui/lobby/StarDoor.tsx';
import { openOutside } from './room-page.tsx';

const OWN = { roomId: 1_006, starId: 91_006, starName: '七七Nana', isLive: false };

afterEach(() => {
  for (const name of Object.values(LOGIN_COOKIES)) document.cookie = `${name}=; max-age=0; path=/`;
  vi.restoreAllMocks();
});

/** `use` runs before the list of rooms, which contains the room of the logged-in star. */
async function open(use: (find: (selector: string) => HTMLElement | null) => void) {
  document.cookie = `${LOGIN_COOKIES.userId}=${OWN.starId}; path=/`;
  document.cookie = `${LOGIN_COOKIES.token}=t; path=/`;
  let answer!: (response: Response) => void;
  const read = vi
    .spyOn(window, 'fetch')
    .mockClear()
    .mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const { root, close } = await openOutside(<StarDoor />);
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  await vi.waitFor(() => expect([find('form'), read.mock.calls.length]).toEqual([expect.anything(), 1]));
  use(find);
  const list = new Response(JSON.stringify({ data: { rooms: [OWN] } }));
  answer(list);
  await vi.waitFor(() => expect(list.bodyUsed).toBe(true));
  return { find, close };
}

test('P1 the list of rooms replaces the star’s form by the own room only if the star does not use the form', async () => {
  const unused = await open(() => undefined);
  await vi.waitFor(() => expect(unused.find('a[href$="room/star/1006"]')).not.toBeNull());
  unused.close();
  const used = await open((find) => find('input[name="room"]')?.focus());
  await twoFrames();
  expect([used.find('form'), document.activeElement?.getAttribute('name')]).toEqual([expect.anything(), 'room']);
  used.close();
});
