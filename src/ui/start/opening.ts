import { promised } from '../../core/promised.ts';
import { type EarlyAnswer, firstCalls } from '../../core/room/start/early-start.ts';
import { HELD_BACK_MS, heldBackMs, whyLetGo } from '../../core/room/start/first-picture.ts';
import { decideFirstStage } from '../../core/room/start/start-up.ts';
import type { Layout, Rectangle } from '../../core/room/view.ts';
import { BEFORE_LIVE } from '../../features/before-live.ts';
import { reached, twoFrames } from '../../player/page/loading.ts';
import type { PlayerFact, PlayerOrder } from '../../player/rules/recovery/orders.ts';
import { readPageInput } from '../page/page-input.ts';
import type { Services } from '../../core/services.ts';
import type { EarlyCalls } from '../../workers/room/api.ts';
import { answerTo } from './first-answers.ts';
import { stageOnPage } from '../../core/room/layout/layout.ts';
import type { PlayerSurface } from '../../player/page-player.ts';
import type { Store } from '../store.ts';

export interface Opening {
  readonly answers: readonly Promise<EarlyAnswer['answer']>[];
  readonly order: (order: PlayerOrder) => void;
  /** Registers a listener for the player's facts. */
  readonly watch: (onFact: (fact: PlayerFact) => void) => void;
  readonly showAhead: (layout: Layout) => void;
}

const utf8 = new TextDecoder();
const isGood = ({ status }: { readonly status: number }): boolean => status >= 200 && status < 300;

export interface Opened {
  /** Resolves when the rest of the room may start (core/room/start/first-picture.ts). */
  readonly letGo: Promise<void>;
}

/** Starts the player before the room worker if live is the first on the stage (core/room/start/start-up.ts); returns null otherwise. */
export async function openFirstStage({ answers, order, watch, showAhead }: Opening): Promise<Opened | null> {
  const texts = (await Promise.all(answers)).map((answer) => (answer !== null && isGood(answer) ? utf8.decode(answer.bytes) : null));
  const [liveInfo, config, ad] = texts;
  // The worker requests missing answers again and decides, because its answers are not known here.
  if (liveInfo == null || config == null || ad == null) return null;
  const { href, viewport, cookie, storage } = readPageInput();
  const { pathname, searchParams: query } = new URL(href);
  const facts = { pathname, query, cookie, viewport, storage, nowEpochMs: Date.now() };
  const first = decideFirstStage(facts, { liveInfo, config, ad }, Object.values(BEFORE_LIVE));
  if (first === null) return null;
  const { onFact, letGo } = holdBack();
  watch(onFact);
  order({ type: 'configure', config: first.config });
  order({ type: 'play', addresses: first.addresses });
  showAhead(first.layout);
  return { letGo };
}

function holdBack(): Opened & { readonly onFact: (fact: PlayerFact) => void } {
  const { promise: letGo, resolve } = promised<void>();
  const askedMs = performance.now();
  const boundMs = heldBackMs(HELD_BACK_MS, askedMs);
  const decide = (fact: PlayerFact | null): void => {
    const why = whyLetGo({ fact, sinceAskedMs: performance.now() - askedMs, heldBackMs: boundMs, isVisible: !document.hidden });
    if (why === null) return;
    reached('let go', why);
    if (fact?.type === 'first-frame') void twoFrames().then(resolve);
    else resolve();
  };
  // One millisecond more, because a timer may fire slightly early.
  setTimeout(() => decide(null), boundMs + 1);
  queueMicrotask(() => decide(null));
  return { letGo, onFact: decide };
}

export interface Asked {
  /** The answers for the room worker. */
  readonly early: EarlyCalls;
  /** The same answers for the page (opening.ts), in the order of FIRST_CALLS. */
  readonly answers: readonly Promise<EarlyAnswer['answer']>[];
}

/**
 * Sends the requests needed to start a room before the room worker exists, which saves a round trip before the first picture. Requests
 * already sent by the first script are reused; missing ones, or those for another address, are sent here.
 */
export function requestEarly(services: Services, roomId: number): Asked {
  const { port1, port2 } = new MessageChannel();
  const asked = firstCalls(services, roomId);
  const first = window.firstAnswers;
  window.firstAnswers = null;
  const answers = asked.map(async ([url, call]) => {
    const answer = await (first?.get(url) ?? answerTo(url, call));
    // Copied instead of transferred, because the page reads them too.
    port1.postMessage({ url, answer } satisfies EarlyAnswer);
    return answer;
  });
  return { early: { urls: asked.map(([url]) => url), port: port2 }, answers };
}

export interface EarlyStage {
  readonly surface: PlayerSurface;
  /** Live plays before the room worker runs (opening.ts), in this layout until the worker sends one. */
  readonly showAhead: (layout: Layout) => void;
}

/**
 * The stage before React has rendered one (shell.tsx): index.html contains its box, the layout its position. The picture is then moved into
 * React's stage within one frame, because a <video> moved this way keeps playing.
 */
export function openEarlyStage(store: Store, player: PlayerSurface): EarlyStage {
  const stage = document.getElementById('early-stage');
  if (stage === null) return { surface: player, showAhead: () => undefined };
  const box = stage.appendChild(document.createElement('div'));
  let ahead: Layout | null = null;

  function place(): void {
    const { layout: known, stage: shown, unavailable, phase } = store.get();
    // Until the room worker has sent its state, its first layouts are guesses.
    if (phase === 'ready') ahead = null;
    const layout = ahead ?? known;
    const { clientWidth, clientHeight } = document.documentElement;
    stage!.hidden = unavailable !== null;
    stage!.dataset['orientation'] = layout.compact || layout.low ? 'full' : layout.orientation;
    put(stage!, stageOnPage(layout, { width: clientWidth, height: clientHeight }));
    put(box, layout.video);
    box.style.visibility = ahead !== null || shown.name === 'live' ? 'visible' : 'hidden';
  }

  const stop = store.subscribe(place);
  place();
  player.mount(box);
  return {
    surface: {
      ...player,
      mount(next) {
        player.mount(next);
        if (next === null) return;
        stop();
        stage.remove();
      },
    },
    showAhead(layout) {
      ahead = layout;
      place();
    },
  };
}

function put({ style }: HTMLElement, { x, y, width, height }: Rectangle): void {
  style.left = `${x}px`;
  style.top = `${y}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}
