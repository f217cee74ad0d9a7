import { afterEach, expect, test, vi } from 'vitest';

import { requestChat } from '../../../src/ui/chat/send/compose.ts';
import { logLine } from '../../../src/ui/stage/log/log-text.ts';
import { buttonOf, chatRow, frame, openPage, type, type Page } from './room-page.tsx';

let page: Page;
afterEach(() => vi.useRealTimers());

test('P3 every element of the page is shown in its state', async () => {
  page = await openPage('live');
  expect(page.events).toContainEqual({ type: 'element', name: 'poster', exists: true });
  expect(page.hosts.at(-1)).toBeInstanceOf(HTMLDivElement);
  expect(buttonOf('发送')).toBeDefined();
  expect((await page.until(() => page.maybe('footer'))).textContent).toContain('1001');
  expect(page.maybe('[data-tip]:not(button)')).toBeNull();

  await page.show({ phase: 'loading', stage: { name: 'loading' } });
  expect(page.find('[data-tip="loading"]').textContent).toBe('加载中...');
  await page.show({ phase: 'ready', stage: { name: 'closed' }, tips: { noLive: true, liveFail: false, playerMessage: '' } });
  expect(page.find('[data-tip="closed"]').textContent).toContain('主播暂未开播');
  await page.show({
    stage: { name: 'feature', feature: 'lead-in' },
    features: { 'lead-in': { name: 'shown', view: { item: 1, src: 'about:blank', title: '夏夜晚风' } } },
    tips: { noLive: false, liveFail: false, playerMessage: '' },
  });
  expect((await page.until(() => page.maybe('[data-tip="lead-in"]'))).textContent).toContain('夏夜晚风');
  buttonOf('回到直播')!.click();
  expect(page.acts).toContainEqual({ type: 'back-to-live' });
});

test('the bar shows the duration of the show each second, and restarts with the next show', async () => {
  page = await openPage('live');
  const { room } = page.store.get();
  const clock = (): string =>
    [...page.find('[data-room-part="star"]').querySelectorAll('span')].find(({ textContent }) => textContent.startsWith('已开播'))!
      .textContent;
  await page.show({ room: { ...room, liveSince: Date.now() / 1_000 - 3_723 } });
  const first = clock();
  expect(first).toMatch(/^已开播 1:02:0[34]$/);
  await page.until(() => clock() > first);
  await page.show({ room: { ...room, liveSince: Date.now() / 1_000 - 61 } });
  expect(clock()).toMatch(/^已开播 01:0[12]$/);
});

test('P28 both messages of the player are shown exactly, with the failure tip; a script load failure has no message', async () => {
  page = await openPage('live');
  for (const playerMessage of ['你的浏览器版本较低，请升级你的浏览器', '播放时出现异常，请稍候再试'] as const) {
    await page.show({ tips: { noLive: false, liveFail: true, playerMessage } });
    expect(page.find('[data-tip="live-fail"]').textContent).toContain(playerMessage);
    expect(page.find('[data-tip="live-fail"]').textContent).not.toContain('直播加载失败');
  }
  await page.show({ tips: { noLive: false, liveFail: true, playerMessage: '' } });
  expect(page.find('[data-tip="live-fail"]').textContent).toContain('直播加载失败');
  buttonOf('重试')!.click();
  expect(page.acts).toContainEqual({ type: 'retry-player' });
});

test('P3 a right click opens the video’s menu, arrow keys move in it, the log can be read and Escape closes it', async () => {
  page = await openPage('live');
  const stage = page.find('section[data-at="live"]');
  stage.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 200, clientY: 200 }));
  const menu = await page.until(() => page.maybe('[role="menu"]'));
  const items = [...menu.querySelectorAll('button')];
  await page.until(() => document.activeElement === items[0]);
  page.press('ArrowDown', items[0]);
  expect(document.activeElement).toBe(items[1]);
  page.press('ArrowUp', items[1]);
  items.find((item) => item.textContent.includes('播放日志'))!.click();
  // The dialog of the log is opened, and gets its listeners, shortly after it is rendered.
  const log = await page.until(() => page.maybe('dialog[open] pre'));
  expect(log.textContent).toBe(page.store.get().player.log.map(logLine).join('\n'));
  expect(page.maybe('[role="menu"]')).toBeNull();
  page.find('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
  await page.until(() => page.maybe('dialog') === null);
});

test('P3 keys reach the player from the page, not from a text field', async () => {
  page = await openPage('live');
  page.press('m');
  expect(page.acts).toEqual([{ type: 'set-muted', muted: true }]);
  const field = page.find('form input');
  field.focus();
  page.press('m', field);
  page.press(' ', field);
  expect(page.acts).toHaveLength(1);
});

test('S8 S20 markup in names, texts and badges is text: it creates no element and runs nothing', async () => {
  page = await openPage('live');
  const hostile = '<img src=x onerror="window.hacked=1"><b>"&amp;</b>';
  page.say([
    chatRow({
      name: hostile,
      text: hostile,
      toName: hostile,
      badges: [{ type: 'fan', text: hostile, level: 3, iconUrl: 'javascript:window.hacked=1' }],
    }),
    chatRow({ type: 'notice', text: hostile }),
    chatRow({ type: 'gift', name: hostile, text: hostile }),
  ]);
  expect(page.rows()).toHaveLength(3);
  for (const row of page.rows()) {
    expect(row.querySelector('img, b')).toBeNull();
    expect(row.textContent).toContain(hostile);
  }
  await page.show({
    room: { ...page.store.get().room, liveName: hostile, starName: hostile },
    toasts: [{ id: 1, text: hostile, tone: 'bad' }],
  });
  expect(page.find('h1').textContent).toBe(hostile);
  expect(document.querySelectorAll('h1 img, [role="status"] img')).toHaveLength(0);
  expect('hacked' in window).toBe(false);
});

test('S20 the list shows level, medals, guard, fan tag, mount and plate, and at most six badges', async () => {
  page = await openPage('live');
  const types = ['medal', 'guard', 'fan', 'mount', 'plate', 'vip', 'honor', 'lucky'] as const;
  page.say([
    chatRow({
      richLevel: 27,
      isSecret: true,
      isStar: true,
      badges: types.map((one) => ({ type: one, text: `t-${one}`, level: 5, iconUrl: '' })),
    }),
  ]);
  const [row] = page.rows();
  expect([...row!.querySelectorAll<HTMLElement>('[data-type]')].map((one) => one.dataset['type'])).toEqual([
    'portrait',
    ...types.slice(0, 6),
  ]);
  expect(row!.querySelector('[data-tier="2"]')?.textContent).toBe('27');
  for (const word of ['悄悄话', '主播', 't-medal', 't-plate']) expect(row!.textContent).toContain(word);
});

test('S7 an own message is shown as pending, is settled, and is replaced by its echo', async () => {
  page = await openPage('live');
  const own = chatRow({ type: 'own-waiting', isMe: true, text: '你好' });
  page.say([own]);
  expect(page.rows()[0]!.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe('等待发送');
  page.chat({ settled: [own.id] });
  expect(page.rows()[0]!.querySelector('[role="img"]')).toBeNull();
  page.say([chatRow({ isMe: false, text: '你好' }), chatRow({ isMe: true, text: '你好', replaces: own.id })]);
  expect(page.rows().map((row) => row.dataset['id'])).not.toContain(String(own.id));
  expect(page.rows()).toHaveLength(2);
});

test('S7 a refused own message shows the reason at its line, with the server’s text if present, and can be sent again', async () => {
  page = await openPage('live');
  const own = chatRow({ type: 'own-waiting', isMe: true, text: '你好' });
  const other = chatRow({ type: 'own-waiting', isMe: true, text: '再说一次' });
  page.chat({
    rows: [own, other],
    failed: [
      { id: own.id, why: 'too-fast', message: '' },
      { id: other.id, why: 'muted', message: '<b>禁言到明天</b>' },
    ],
  });
  expect(page.rows()[0]!.textContent).toContain('发言太快，请稍后再试');
  expect(page.rows()[1]!.textContent).toContain('<b>禁言到明天</b>');
  // The handlers of the rows are loaded after the first rendering: an earlier click is handled once they are loaded.
  page.rows()[0]!.querySelector<HTMLElement>('[data-resend]')!.click();
  await page.until(() => page.acts.length > 0);
  expect(page.acts).toEqual([{ type: 'resend-chat', id: own.id }]);
  page.chat({ removed: [own.id] });
  expect(page.rows()).toHaveLength(1);
});

test('S7 text of another login is returned to the send box, unless the viewer is typing', async () => {
  page = await openPage('live');
  const field = page.find('form input') as HTMLInputElement;
  const give = (id: number, text: string): void => page.store.patch({ chat: { ...page.store.get().chat, givenBack: { id, text } } });
  give(1, '没发出去的');
  await page.until(() => field.value === '没发出去的');
  give(2, '没发出去的 还有一句');
  await page.until(() => field.value === '没发出去的 还有一句');
  type('正在写', field);
  await page.until(() => field.value === '正在写');
  give(3, '别的');
  await frame();
  expect(field.value).toBe('正在写');
});

test('S20 a verification question has its own form: it sends the typed answer, shows that it was wrong, and can be cancelled', async () => {
  page = await openPage('live');
  const ask = (key: string, isWrong: boolean): void =>
    page.store.patch({ chat: { ...page.store.get().chat, verify: { key, imageUrl: '', text: '4 0 3 7', isWrong } } });
  ask('k1', false);
  const form = await page.until(() => page.maybe('form[aria-label="发言前请先完成验证"]'));
  expect(form.textContent).toContain('4 0 3 7');
  type('4037', form.querySelector('input')!);
  await page.until(() => !form.querySelector('button')!.disabled);
  form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  expect(page.acts).toEqual([{ type: 'verify-chat', code: '4037' }]);
  ask('k2', true);
  await page.until(() => page.maybe('form [role="alert"]')?.textContent === '不对，请再试一次');
  buttonOf('暂不发言')!.click();
  expect(page.acts.at(-1)).toEqual({ type: 'verify-chat', code: null });
});

test('S20 the send box sends trimmed text, counts characters, keeps text that is too long, and sends whispers', async () => {
  page = await openPage('live');
  const field = page.find('form input');
  const form = page.find('form');
  const send = (): void => void form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  type('   ', field);
  await frame();
  expect(buttonOf('发送')!.hasAttribute('disabled')).toBe(true);
  type('  你好呀 ', field);
  await page.until(() => !buttonOf('发送')!.hasAttribute('disabled'));
  send();
  // The test submits without a key or pointer event of a viewer.
  expect(page.acts).toEqual([{ type: 'send-chat', text: '你好呀', isScripted: true }]);
  await page.until(() => (field as HTMLInputElement).value === '');
  type('好'.repeat(101), field);
  await page.until(() => page.find('#chat-left').textContent === '101/100');
  send();
  expect(page.acts).toHaveLength(1);

  // As requested by a user's card.
  requestChat({ type: 'whisper', userId: 4321, name: '听雨客' });
  const secret = await page.until(() => page.maybe('form input[type="checkbox"]'));
  expect((secret as HTMLInputElement).checked).toBe(true);
  type('你好', field);
  await page.until(() => !buttonOf('发送')!.hasAttribute('disabled'));
  send();
  expect(page.acts.at(-1)).toEqual({ type: 'send-chat', text: '你好', isScripted: true, toUserId: 4321, secret: true });
});

test('P3 S20 the send box’s counter is announced once, when typing pauses, not per key', async () => {
  page = await openPage('live');
  const said: string[] = [];
  const status = page.find('#chat-left + [role="status"]');
  new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true, characterData: true, subtree: true });
  const field = page.find('form input');
  for (let typed = 85; typed <= 101; typed++) {
    type('好'.repeat(typed), field);
    await frame();
  }
  expect(page.find('#chat-left').textContent).toBe('101/100');
  await page.until(() => said.length > 0);
  expect(said).toEqual(['101/100']);
});

test('P3 landmark and heading exist before live info arrives, and have the names of the room and the star afterwards', async () => {
  page = await openPage('live');
  const { room } = page.store.get();
  await page.show({ phase: 'loading', room: { ...room, starName: '', liveName: '' } });
  expect([...document.querySelectorAll('main h1')].map(({ textContent }) => textContent)).toEqual(['Footlight']);
  await page.show({ phase: 'ready', room });
  expect([...document.querySelectorAll('main h1')].map(({ textContent }) => textContent)).toEqual([room.liveName]);
  expect(page.find('main').getAttribute('aria-label')).toContain(room.starName);
});

test('S2 S7 after a round of attempts the chat shows that it cannot be reached, the time of the next round and a button', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  page = await openPage('chat-failed');
  const chat = page.find('aside[aria-label="聊天"]');
  expect(chat.textContent).toContain('聊天暂时连接不上，31 秒后自动重试');
  expect(chat.textContent).toContain('1 条消息等待发送');
  buttonOf('立即重试')!.click();
  expect(page.acts).toEqual([{ type: 'retry-chat' }]);
});

test('S2 S7 a lost connection is shown in the chat once, with the next attempt, the queue and a reconnect button', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  page = await openPage('reconnecting');
  const chat = page.find('aside[aria-label="聊天"]');
  expect(chat.textContent).toContain('聊天已断开，8 秒后重新连接（第 2 次）');
  expect(chat.textContent).not.toContain('聊天连接中');
  expect(chat.querySelectorAll('[data-chat-status]')).toHaveLength(1);
  expect(chat.textContent).toContain('2 条消息等待发送');
  buttonOf('重新连接')!.click();
  expect(page.acts).toEqual([{ type: 'retry-chat' }]);
});

test('S10 the socket log is shown as text if it has content', async () => {
  page = await openPage('socket-debug');
  const view = await page.until(() => page.maybe('details:has(> summary)'));
  expect(page.maybe('details pre')).toBeNull();
  view.querySelector('summary')?.click();
  const lines = await page.until(() => page.maybe('details pre'));
  expect(lines.textContent).toContain('→ 201 login');
  await page.show({ chat: { ...page.store.get().chat, debug: [] } });
  expect(page.maybe('details pre')).toBeNull();
});

test('S23 the slider check is in the chat, and keys pass it only at its end', async () => {
  page = await openPage('slider');
  const slider = await page.until(() => page.maybe('[role="slider"]'));
  for (let step = 0; step < 9; step++) {
    page.press('ArrowRight', slider);
    await frame();
  }
  expect(page.acts).toEqual([]);
  page.press('ArrowLeft', slider);
  await frame();
  for (let step = 0; step < 2; step++) {
    page.press('ArrowRight', slider);
    await frame();
  }
  expect(page.acts).toEqual([{ type: 'feature', feature: 'slider-check', action: { type: 'passed' } }]);
});

test('S24 without another way the login box takes a token, validates its fields before sending, and Escape requests to close it', async () => {
  page = await openPage('login');
  await page.features({ login: { way: 'token' } });
  const dialog = await page.until(() => page.maybe('dialog[open]'));
  await page.until(() => document.activeElement === page.maybe('input[name="user-id"]'));
  const form = dialog.querySelector('form')!;
  const submit = (): void => void form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
  const field = (name: string): HTMLInputElement => dialog.querySelector<HTMLInputElement>(`input[name="${name}"]`)!;
  field('user-id').value = '12ab';
  submit();
  await page.until(() => dialog.textContent.includes('账号 ID 是不超过'));
  field('user-id').value = '880123';
  submit();
  await page.until(() => dialog.textContent.includes('请输入登录口令'));
  expect(page.acts.filter(({ type }) => type === 'login')).toEqual([]);
  field('token').value = 'secret';
  field('nickname').value = ' 夜航船 ';
  submit();
  expect(page.acts.at(-1)).toEqual({ type: 'login', userId: 880_123, token: 'secret', nickname: '夜航船' });
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  expect(page.acts.at(-1)).toEqual({ type: 'close-dialog', dialog: 'login' });
});

test('P6 the back-to-live popup shows code and message; P10 an alert shows the failure as text with its code; P6 a send limit has its own page', async () => {
  page = await openPage('back-to-live');
  const dialog = await page.until(() => page.maybe('dialog[open]'));
  expect(dialog.textContent).toContain('20001');
  dialog.querySelector<HTMLElement>('[data-first]')!.click();
  expect(page.acts).toEqual([{ type: 'back-to-live' }]);
  await page.show({ dialogs: [{ type: 'alert', about: 'client-download', why: 'CLIENT_VERSION_REFUSED', answer: '1100' }] });
  await page.until(() => page.maybe('dialog[open]')?.textContent.includes('暂时没有可下载的客户端代码 1100'));
  await page.show({ dialogs: [{ type: 'alert', about: 'client-download', why: 'HTTP_NETWORK', answer: '' }] });
  await page.until(() => page.maybe('dialog[open]')?.textContent.includes('网络连接失败，请检查网络后重试代码 HTTP_NETWORK'));
  await page.show({ dialogs: [], unavailable: { why: 'refused', code: 20_000, message: '人数较多' } });
  const refused = await page.until(() => page.maybe('[data-unavailable="refused"]'));
  expect(refused.textContent).toContain('暂时无法进入人数较多代码 20000');
  expect(page.maybe('[data-tip]')).toBeNull();
});

test('S36 toasts have z-index 55000 and can be closed', async () => {
  page = await openPage('toasts');
  const place = page.find('[data-tone="good"]').parentElement!;
  expect(getComputedStyle(place).zIndex).toBe('55000');
  place.querySelector('button')!.click();
  expect(page.acts).toEqual([{ type: 'close-toast', id: 1 }]);
});

test('a part of the page that fails to load is reported, and the other parts continue', async () => {
  page = await openPage('live');
  await page.show({ services: [{ service: 'page', name: 'music', code: 'MODULE_LOAD_FAILED', recovering: false }] });
  expect(page.find('#notices').textContent).toBe('点歌暂时不可用');
  page.say();
  expect(page.rows()).toHaveLength(1);
});
