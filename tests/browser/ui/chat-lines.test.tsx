import { afterEach, expect, test, vi } from 'vitest';

import type { ChatModeView } from '../../../src/features/chat-mode/room.ts';
import { MYSTIC_NAME } from '../../../src/core/room/people/mystic.ts';
import { requestChat } from '../../../src/ui/chat/send/compose.ts';
import { buttonOf, chatRow, expectNoFindings, openPage, type, type Page, VIEWPORTS } from './room-page.tsx';

let page: Page;
afterEach(() => vi.useRealTimers());

const [WIDE, PHONE] = VIEWPORTS;
const rowOf = (text: string): Promise<HTMLElement> =>
  page.until(() =>
    [...document.querySelectorAll<HTMLElement>('[role="log"] [data-id]')].find(({ textContent }) => textContent.includes(text)),
  );
/** Presses as the viewer does; the list's listener is loaded with its first rows, so the press is repeated until then. */
const pressUntil = <T,>(element: Element, what: () => T | null | undefined | false): Promise<T> =>
  page.until(() => {
    const found = what();
    if (found) return found;
    element.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return null;
  });

test('S20 a press on a line starts a reply: the line is shown above the field and the name precedes the reply', async () => {
  page = await openPage('live', WIDE);
  page.say([chatRow({ name: '小鱼', text: '今晚唱什么', userId: 12 }), chatRow({ name: '我', text: '自己说的', userId: 5, isMe: true })]);
  const line = (await rowOf('今晚唱什么')).querySelector('[data-chat-line]')!;
  const reply = await pressUntil(line, () => page.maybe('[data-reply]'));
  expect(reply.textContent).toBe('回复 小鱼：今晚唱什么');
  await page.until(() => document.activeElement instanceof HTMLInputElement);
  await expectNoFindings(page.find('form'));
  type('晚风', page.find('form input:not([type])'));
  await page.until(() => !page.find('form button[type="submit"]').hasAttribute('disabled'));
  page.find('form button[type="submit"]').click();
  expect(page.acts).toContainEqual({ type: 'send-chat', text: '@小鱼 晚风', isScripted: true });
  await page.until(() => page.maybe('[data-reply]') === null);

  (await rowOf('自己说的')).querySelector('[data-chat-line]')!.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  expect(page.maybe('[data-reply]')).toBeNull();
});

test('S20 an address in a line is not a link, is shown as written and is copied by a press', async () => {
  page = await openPage('live', WIDE);
  const copied: string[] = [];
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
  });
  page.say([chatRow({ text: '歌单 https://a.test/list?x=1。<b>快看</b>' })]);
  const row = await rowOf('歌单');
  expect(row.querySelector('a')).toBeNull();
  expect(row.querySelector('[data-chat-line]')!.textContent).toBe('歌单 https://a.test/list?x=1。<b>快看</b>');
  await pressUntil(row.querySelector('[data-copy]')!, () => copied.length > 0);
  expect(copied[0]).toBe('https://a.test/list?x=1');
  expect(page.maybe('[data-reply]')).toBeNull();
  Reflect.deleteProperty(navigator, 'clipboard');
});

test('S20 a sticker is drawn at its code, large if it is the whole line, and is chosen in the picker', async () => {
  page = await openPage('live', WIDE);
  page.say([chatRow({ text: '[喵开心]' }), chatRow({ text: '好听[喵喜欢]<img>' })]);
  const [alone, among] = await page.until(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>('[role="log"] [data-chat-line] img')];
    return images.length === 2 ? images : null;
  });
  await page.until(() => alone!.naturalWidth > 0 && among!.naturalWidth > 0);
  expect([alone!.alt, alone!.offsetWidth, among!.offsetWidth]).toEqual(['喵开心', 64, 26]);
  expect((await rowOf('好听')).querySelector('[data-chat-line]')!.textContent).toBe('好听<img>');
  buttonOf('表情')!.click();
  const sticker = await page.until(() => page.maybe('[data-emoji-picker] button[aria-label="喵晚安"]'));
  sticker.click();
  await page.until(() => page.find('form input:not([type])').getAttribute('value') === '[喵晚安]');
  await expectNoFindings(page.find('form'));
});

test('S20 the colon after a name never wraps to the next line, however long the name is', async () => {
  page = await openPage('live', PHONE);
  const names = Array.from({ length: 30 }, (_, at) => 'm'.repeat(at + 4));
  page.say(names.map((name) => chatRow({ name, text: '晚上好' })));
  await page.until(() => document.querySelectorAll('[role="log"] [data-chat-line]').length === names.length);
  const lastLine = (element: Element): DOMRect => [...element.getClientRects()].at(-1)!;
  let wrapped = 0;
  for (const name of document.querySelectorAll<HTMLElement>('[role="log"] button[data-user-id]')) {
    const [before, colon] = [lastLine(name), lastLine(name.nextElementSibling!)];
    expect(name.nextElementSibling!.textContent).toBe('：');
    // On the line of the name's end: beside it, or inside the box of a name of several lines.
    expect(colon.bottom, name.textContent).toBeLessThanOrEqual(before.bottom + 1);
    if (lastLine(name.closest('[data-id]')!.querySelector('[data-chat-line]')!).top >= before.bottom) wrapped++;
  }
  expect(wrapped).toBeGreaterThan(0);
});

test.each([
  ['zh-CN', '欢迎神秘嘉宾驾到', '神秘嘉宾送给神秘嘉宾玫瑰', '欢迎小鱼'],
  ['en', 'Mystic guestis here', 'Mystic guestsends toMystic guestRose', 'Welcome小鱼'],
] as const)(
  'S20 S35 S37 lines about mystic viewers and entries are sentences of the page’s language: %s',
  async (language, entry, gift, own) => {
    page = await openPage('live', WIDE, language);
    const mystic = { name: MYSTIC_NAME, userId: 0, isMystic: true } as const;
    page.say([
      chatRow({ ...mystic, type: 'welcome', text: language === 'en' ? 'is here' : '驾到' }),
      chatRow({ ...mystic, type: 'gift', toName: MYSTIC_NAME, text: language === 'en' ? 'Rose' : '玫瑰' }),
      chatRow({ type: 'welcome', name: '小鱼', text: '', logo: 'none.png' }),
    ]);
    await page.until(() => page.rows().length === 3);
    expect(page.rows().map(({ textContent }) => textContent)).toEqual([entry, gift, own]);
  },
);

test('S20 S35 a portrait is shown before the name, its first letter without one or after a failure, and none for a mystic viewer', async () => {
  page = await openPage('live', PHONE);
  page.say([
    chatRow({ text: '第一句', name: '南风', logo: '/fixtures/images/avatar-3.jpg' }),
    chatRow({ text: '第二句', name: '小满', logo: '/fixtures/images/none-of-these.jpg' }),
    chatRow({ text: '第三句', name: '🐱猫' }),
    chatRow({ text: '第四句', name: '神秘嘉宾', userId: 0, isMystic: true }),
  ]);
  const portraitOf = async (text: string): Promise<HTMLElement | null> => (await rowOf(text)).querySelector('[data-type="portrait"]');
  const image = (await portraitOf('第一句'))!.querySelector('img')!;
  expect([image.offsetWidth, image.offsetHeight, image.alt]).toEqual([20, 20, '']);
  await page.until(() => image.naturalWidth > 0);
  const failed = (await portraitOf('第二句'))!;
  await page.until(() => failed.dataset['letter'] === '小' && failed.querySelector('img') === null);
  const letter = (await portraitOf('第三句'))!;
  expect(letter.dataset['letter']).toBe('🐱');
  expect([letter.offsetWidth, letter.getAttribute('aria-hidden')]).toEqual([20, 'true']);
  expect(await portraitOf('第四句')).toBeNull();
  expect((await rowOf('第三句')).textContent).toBe('🐱猫：第三句');
  await expectNoFindings(page.find('[role="log"]'));
});

test('S20 lines from before the entry end with a separator row', async () => {
  page = await openPage('live', WIDE);
  page.say([chatRow({ text: '早先的话' }), chatRow({ type: 'past-end', text: '', name: '' }), chatRow({ text: '现在的话' })]);
  const end = await rowOf('以上是进入前的消息');
  expect(end.previousElementSibling?.textContent).toContain('早先的话');
  expect(end.nextElementSibling?.textContent).toContain('现在的话');
});

const MODE: ChatModeView = {
  slowS: 10,
  wait: { leftMs: 7_000 },
  isFollowersOnly: true,
  pinned: { lineId: 'a', userId: 12, name: '小鱼', text: '今晚点歌到十一点' },
  isStar: false,
  isOpen: false,
  request: { name: 'idle' },
};
const mode = (view: ChatModeView) => ({ features: { 'chat-mode': { name: 'shown', view } as const } });

test.each(VIEWPORTS)(
  'S20 the pinned line and the chat rules are above the field, with a follow button, $width x $height',
  async (viewport) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    page = await openPage('live', viewport);
    const { room } = page.store.get();
    await page.show({ ...mode(MODE), room: { ...room, following: false } });
    const pinned = await page.until(() => page.maybe('[data-pinned-line]'));
    expect(pinned.textContent).toContain('小鱼 今晚点歌到十一点');
    const rules = page.find('[data-chat-rules]');
    expect(rules.textContent).toContain('慢速模式：每 10 秒一条');
    expect(rules.textContent).toContain('7 秒后可以发言');
    expect(rules.getBoundingClientRect().bottom).toBeLessThanOrEqual(page.find('aside form').getBoundingClientRect().top + 1);
    rules.querySelector('button')!.click();
    expect(page.acts).toContainEqual({ type: 'follow', on: true });
    pinned.querySelector<HTMLElement>('button[aria-label]')!.click();
    expect(page.acts.at(-1)).toEqual({ type: 'feature', feature: 'chat-mode', action: { type: 'hide-pinned' } });
    await expectNoFindings(page.find('aside'));
    await page.show({ room: { ...room, following: true } });
    expect(rules.querySelector('button')).toBeNull();
  },
);

test('S20 the star sets slow mode and followers only in a dialog that shows whether it was saved', async () => {
  page = await openPage('live', WIDE);
  await page.show(mode({ ...MODE, isStar: true, isOpen: true, wait: null }));
  const box = await page.until(() => page.maybe('dialog'));
  const choices = [...box.querySelectorAll<HTMLElement>('fieldset button')];
  expect(choices.find((one) => one.getAttribute('aria-pressed') === 'true')?.textContent).toBe('10 秒');
  choices.find(({ textContent }) => textContent === '30 秒')!.click();
  expect(page.acts.at(-1)).toMatchObject({ action: { verb: 'set', fields: { slowS: 30, followersOnly: 1 } } });
  box.querySelector<HTMLElement>('input[type="checkbox"]')!.click();
  expect(page.acts.at(-1)).toMatchObject({ action: { verb: 'set', fields: { slowS: 10, followersOnly: 0 } } });
  await expectNoFindings(box);
  await page.show(mode({ ...MODE, isStar: true, isOpen: true, request: { name: 'failed', what: 'set', text: '稍后再试' } }));
  expect(box.querySelector('[role="alert"]')?.textContent).toBe('稍后再试');
});

test('S20 a keyboard over a phone’s page hides neither picture nor field, and the layout is restored after it', async () => {
  page = await openPage('live', PHONE);
  await page.until(() => page.maybe('aside form'));
  const seen = globalThis.visualViewport!;
  const set = (height: number): void => {
    Object.defineProperty(seen, 'height', { configurable: true, value: height });
    seen.dispatchEvent(new Event('resize'));
  };
  // Smaller than the window before a field has the focus: the page is still laid out, and keeps all parts.
  set(innerHeight - 300);
  expect(document.documentElement.dataset['keyboard']).toBeUndefined();
  page.find('aside form input[enterkeyhint="send"]').focus();
  const bottomPx = innerHeight - 300;
  await page.until(() => page.find('aside form').getBoundingClientRect().bottom <= bottomPx + 1);
  expect(page.find('aside form').getBoundingClientRect().height).toBeGreaterThan(40);
  const stage = page.hosts.at(-1)!.getBoundingClientRect();
  expect(stage.height).toBeGreaterThan(80);
  expect(page.find('aside').getBoundingClientRect().top).toBeGreaterThan(stage.top);
  Reflect.deleteProperty(seen, 'height');
  // The visual viewport may change first: then only the window fires an event.
  dispatchEvent(new Event('resize'));
  expect(document.documentElement.dataset['keyboard']).toBeUndefined();
});

test('S20 the search of the chat begins in its field, and Escape returns to the button', async () => {
  page = await openPage('live');
  const button = page.find('[aria-label="搜索聊天记录"]');
  button.focus();
  button.click();
  const field = await page.until(() => page.maybe('input[type="search"]'));
  await page.until(() => document.activeElement === field);
  page.press('Escape', field);
  await page.until(() => page.maybe('input[type="search"]') === null && document.activeElement === button);
});

test('S2 S20 after the room worker was replaced the chat begins again: a line whose number an older line had opens the card of its own user', async () => {
  page = await openPage('live', WIDE);
  page.say([chatRow({ id: 1, name: '旧名', userId: 12, text: '崩溃之前' })]);
  await rowOf('崩溃之前');
  page.store.reset({ ...page.store.get() });
  page.say([chatRow({ id: 1, name: '新名', userId: 34, text: '崩溃之后' })]);
  await page.until(() => !page.find('[role="log"]').textContent.includes('崩溃之前'));
  const name = (await rowOf('崩溃之后')).querySelector('button[data-user-id]')!;
  const opened = await pressUntil(name, () => page.told('user-card')[0]);
  expect(opened).toMatchObject({ type: 'open', user: { userId: 34, name: '新名', line: '崩溃之后' } });
});

test('S20 a cancelled reply or whisper returns the focus to the field', async () => {
  page = await openPage('live', WIDE);
  page.say([chatRow({ name: '小鱼', text: '今晚唱什么', userId: 12 })]);
  const line = (await rowOf('今晚唱什么')).querySelector('[data-chat-line]')!;
  await pressUntil(line, () => page.maybe('[data-reply]'));
  const cancel = async (): Promise<string | null> => {
    const button = await page.until(() => page.maybe('form p button, form [class*="receiver"] button'));
    button.focus();
    button.click();
    await page.until(() => !button.isConnected);
    return document.activeElement?.getAttribute('aria-label') ?? null;
  };
  const name = page.find('form input:not([type])').getAttribute('aria-label');
  expect(await cancel()).toBe(name);
  requestChat({ type: 'whisper', userId: 12, name: '小鱼' });
  expect(await cancel()).toBe(name);
});

test('S20 a request of the star that fails while the dialog is closed is shown once as a notice', async () => {
  page = await openPage('live', WIDE);
  const failed = { name: 'failed', what: 'pin', text: '设置有误' } as const;
  await page.show(mode({ ...MODE, isStar: true, request: failed }));
  await page.until(() => document.body.textContent.includes('设置有误'));
  expect(page.acts.at(-1)).toEqual({ type: 'feature', feature: 'chat-mode', action: { type: 'close' } });
  await page.show(mode({ ...MODE, isStar: true, isOpen: true, request: { ...failed, text: '稍后再试' } }));
  const box = await page.until(() => page.maybe('dialog'));
  expect(document.body.textContent.split('稍后再试').length).toBe(2);
  expect(box.textContent).toContain('稍后再试');
});

test.each([{ isComposing: true }, { keyCode: 229 }])(
  'S20 a key of the input method leaves the focus in the send box, and the search open and at its match: %j',
  async (sign) => {
    page = await openPage('live', WIDE);
    const press = (key: string, on: HTMLElement): boolean =>
      on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...sign }));
    const field = page.find('form input:not([type])');
    field.focus();
    press('Escape', field);
    expect(document.activeElement).toBe(field);
    page.say([chatRow({ text: '今晚唱什么' }), chatRow({ text: '唱什么都好' })]);
    page.find('[aria-label="搜索聊天记录"]').click();
    const search = await page.until(() => page.maybe('input[type="search"]'));
    type('唱', search);
    const count = () => page.maybe('[data-chat-search] [role="status"]')?.textContent;
    await page.until(() => count() === '2/2');
    press('Enter', search);
    press('Escape', search);
    await page.show({});
    expect(count()).toBe('2/2');
  },
);

test('S20 a whisper that is requested while the chat is hidden shows the chat, and the focus is in its field', async () => {
  page = await openPage('live', WIDE);
  const { layout } = page.store.get();
  const field = page.find('aside form input:not([type])');
  await page.show({ layout: { ...layout, chat: false } });
  await page.until(() => field.getClientRects().length === 0);
  requestChat({ type: 'whisper', userId: 12, name: '小鱼' });
  await page.until(() => page.acts.some((act) => act.type === 'show-chat' && act.on));
  await page.show({ layout });
  await page.until(() => document.activeElement === field);
  expect(page.find('aside form').textContent).toContain('小鱼');
});

test('S20 lines of the list stay in place when the viewer returns to its end, with the focus; that of a removed line moves to the list', async () => {
  page = await openPage('live', WIDE);
  const others = [...Array.from({ length: 60 }, () => chatRow()), chatRow({ name: '阿澈', text: '你好', userId: 4501 })];
  const own = chatRow({
    name: '我',
    text: '没有发出去',
    userId: 5,
    isMe: true,
    type: 'own-failed',
    failure: { why: 'expired', message: '' },
  });
  page.say([...others, own]);
  const name = (await rowOf('你好')).querySelector<HTMLElement>('[data-user-id]')!;
  const log = page.find('[role="log"]');
  name.focus();
  log.scrollTop = -400;
  const toEnd = await page.until(() => buttonOf('回到最新'));
  page.say([chatRow({ name: '小鱼', text: '后来的', userId: 12 })]);
  const moved = vi.fn();
  new MutationObserver((changes) => changes.some(({ removedNodes }) => removedNodes.length > 0) && moved()).observe(log, {
    childList: true,
    subtree: true,
  });
  toEnd.click();
  await page.until(() => log.scrollTop === 0);
  await rowOf('后来的');
  expect(moved).not.toHaveBeenCalled();
  expect(name.isConnected).toBe(true);
  expect(document.activeElement).toBe(name);

  (await rowOf('没有发出去')).querySelector<HTMLElement>('[data-resend]')!.focus();
  page.chat({ removed: [own.id] });
  expect(document.activeElement).toBe(log);
});

test('S20 a whisper that is requested in full screen ends full screen, because its field is below the stage', async () => {
  page = await openPage('live', WIDE);
  const exit = vi.spyOn(document, 'exitFullscreen').mockResolvedValue();
  requestChat({ type: 'whisper', userId: 12, name: '小鱼' });
  expect(exit).not.toHaveBeenCalled();
  vi.spyOn(document, 'fullscreenElement', 'get').mockReturnValue(page.find('section[data-at]'));
  requestChat({ type: 'whisper', userId: 12, name: '小鱼' });
  expect(exit).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

test('S20 a press on a name opens its card also if a new line moves the rows before the release; a drag does not', async () => {
  page = await openPage('live', WIDE);
  page.say([chatRow({ name: '阿澈', text: '你好', userId: 4501 })]);
  const name = (await rowOf('你好')).querySelector<HTMLElement>('[data-user-id]')!;
  const log = page.find('[role="log"]');
  const opened = () => page.told('user-card');
  // The listeners of the list are loaded with its first rows.
  await pressUntil(name, () => opened().length > 0);
  const before = opened().length;
  const press = (toX: number): void => {
    const at = { bubbles: true, clientX: 40, clientY: 40 };
    name.dispatchEvent(new PointerEvent('pointerdown', at));
    log.dispatchEvent(new MouseEvent('click', { ...at, clientX: toX, detail: 1 }));
  };
  press(140);
  expect(opened().length).toBe(before);
  press(40);
  expect(opened().length).toBe(before + 1);
});
