/** The room in a browser, in front of its own server and proxy, with what may happen to it. */
import type { Browser, BrowserContext, Page, Worker } from 'playwright';
import { startOrigin, type Origin } from '../../mocks/origin/server.ts';
import { Gate, type Weather } from './gate.ts';

export const WATCH_MS = 100;
/** The picture is gone if it has not moved for so long. */
const STILL_MS = 1_500;
/** A picture that moved for so long is back. */
const STEADY_MS = 2_000;
/** Limit of the first answer on the slowest network and processor. */
const START_LIMIT_MS = 120_000;
const LOGIN = { fx_userid: '880001', fx_token: 'soak', fx_appid: '1010' };
/** A page in the room, with what may happen to it. */
export class Visit {
  readonly gate: Gate;
  readonly context: BrowserContext;
  /** Requests that the browser refused before they reached the proxy. */
  readonly blocked: { readonly atMs: number; readonly path: string }[] = [];
  readonly written: string[] = [];
  readonly #origin: Origin;
  readonly page: Page;
  #shift = { epochMs: 0, nowMs: 0 };
  #stopped: number[] = [];

  private constructor(origin: Origin, gate: Gate, context: BrowserContext, page: Page) {
    [this.#origin, this.gate, this.context, this.page] = [origin, gate, context, page];
  }

  static async open(
    browser: Browser,
    dist: string,
    {
      path = '/live/1001',
      weather,
      prepare,
    }: { path?: string; weather?: Weather; prepare?: (context: BrowserContext) => Promise<unknown> } = {},
  ): Promise<Visit> {
    const origin = await startOrigin({ port: 0, scenario: 'normal', dist });
    if (!origin.ok) throw new Error(origin.error.detail);
    const gate = await Gate.open(Number(new URL(origin.value.address).port));
    if (weather !== undefined) gate.set(weather);
    const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1_280, height: 800 }, deviceScaleFactor: 0.5 });
    await context.addCookies(Object.entries(LOGIN).map(([name, value]) => ({ name, value, url: gate.address })));
    await context.addInitScript(watchPicture, [WATCH_MS, STILL_MS] as const);
    await context.addInitScript(movableClock);
    await prepare?.(context);
    const page = await context.newPage();
    const visit = new Visit(origin.value, gate, context, page);
    // A worker that ends meanwhile needs no clock.
    page.on('worker', (worker) => void visit.#prepare(worker).catch(() => undefined));
    await page.goto(`${gate.address}${path}`, { waitUntil: 'commit', timeout: START_LIMIT_MS });
    return visit;
  }

  async #prepare(worker: Worker): Promise<void> {
    await worker.evaluate(movableClock);
    await worker.evaluate(setClock, this.#shift);
  }

  /** Moves the wall clock, and the clock since the start of each thread, of page and workers. */
  async moveClock(epochMs: number, nowMs: number): Promise<void> {
    this.#shift = { epochMs, nowMs };
    const { page } = this;
    const shift = this.#shift;
    await Promise.all([page.evaluate(setClock, shift), ...page.workers().map((worker) => worker.evaluate(setClock, shift))]);
  }

  /** All threads of the page stop, as in a sleeping machine. */
  async stop(): Promise<void> {
    const session = await this.context.browser()!.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    await session.detach();
    this.#stopped = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
    for (const pid of this.#stopped) process.kill(pid, 'SIGSTOP');
  }

  run(): void {
    for (const pid of this.#stopped.splice(0)) process.kill(pid, 'SIGCONT');
  }

  /** Time from which the picture has moved without a stop, long enough to be steady; null if it is still. */
  async movesSinceMs(): Promise<number | null> {
    if (this.#stopped.length > 0) return null;
    const forMs = await this.page.evaluate(() => (Reflect.get(globalThis, 'soakPicture') as { forMs: number }).forMs);
    return forMs >= STEADY_MS ? Date.now() - forMs : null;
  }

  async isChatOpen(): Promise<boolean> {
    return (await this.page.locator('aside [data-at="open"]').count()) > 0;
  }

  async write(text: string): Promise<void> {
    this.written.push(text);
    await this.page.locator('[aria-describedby="chat-left"]').fill(text);
    await this.page.keyboard.press('Enter');
  }

  /** Lines that the server accepted. */
  get accepted(): readonly string[] {
    return [...this.#origin.lines()];
  }

  get logins(): number {
    return this.#origin.counts.get('login') ?? 0;
  }

  /** The accepted lines, and the text in the send box, to which the room returns lines that waited too long. */
  async arrived(): Promise<{ readonly accepted: readonly string[]; readonly box: string; readonly shown: string }> {
    return {
      accepted: this.accepted,
      box: await this.page.locator('[aria-describedby="chat-left"]').inputValue(),
      shown: await this.page.getByRole('log', { name: '聊天消息' }).innerText(),
    };
  }

  async heapMiB(): Promise<number> {
    const session = await this.context.newCDPSession(this.page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    await session.detach();
    return usedSize / 1_048_576;
  }

  async close(): Promise<void> {
    this.run();
    await this.context.close();
    await this.gate.close();
    await this.#origin.close();
  }
}

/** Runs in the page, with its clock before it is moved: for how long the picture has moved. */
function watchPicture([everyMs, stillMs]: readonly [number, number]): void {
  const nowMs = performance.now.bind(performance);
  const seen = { painted: 0, movedMs: -Infinity, fromMs: 0 };
  const picture = { forMs: 0 };
  Reflect.set(globalThis, 'soakPicture', picture);
  setInterval(() => {
    const video = [...document.querySelectorAll<HTMLVideoElement>('section[data-at] video')].find((one) => !one.loop);
    const quality = video?.getVideoPlaybackQuality();
    const painted = quality === undefined ? 0 : quality.totalVideoFrames - quality.droppedVideoFrames;
    const atMs = nowMs();
    if (painted !== seen.painted && painted > 0) {
      if (atMs - seen.movedMs > stillMs) seen.fromMs = atMs;
      seen.movedMs = atMs;
    }
    seen.painted = painted;
    picture.forMs = atMs - seen.movedMs > stillMs ? 0 : atMs - seen.fromMs;
  }, everyMs);
}

/** Runs in page and workers, before their code if possible. */
function movableClock(): void {
  if (Reflect.has(globalThis, 'soakShift')) return;
  const shift = { epochMs: 0, nowMs: 0 };
  Reflect.set(globalThis, 'soakShift', shift);
  const [epoch, now] = [Date.now.bind(Date), performance.now.bind(performance)];
  Date.now = () => epoch() + shift.epochMs;
  performance.now = () => now() + shift.nowMs;
}

function setClock(shift: { readonly epochMs: number; readonly nowMs: number }): void {
  Object.assign(Reflect.get(globalThis, 'soakShift') as object, shift);
}
