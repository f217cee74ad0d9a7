/** The React page with its style sheets. Loaded in parallel with main.ts, and run when the picture no longer waits for the main thread. */
import '../design/tokens.css';
import '../design/base.css';
import { lazy } from 'react';
import { createRoot, type Root } from 'react-dom/client';

import { within } from '../player/base/clock.ts';
import { pageClock } from '../player/page/clock.ts';
import { untilLoaded, reached } from '../player/page/loading.ts';
import type { Route } from '../core/room/start/route.ts';
import { App } from './App.tsx';
import { tryPartsAgainOnReturn } from './overlays/page-parts.ts';
import { away } from './room/away.ts';
import type { Session } from './session.ts';
import { readLanguage } from '../design/language.ts';
import { loadText } from './text/text.ts';
import { showAppearance } from './appearance/appearance.ts';
import type { FirstWords } from './text/Words.tsx';

/** Time in ms that the first render waits for texts that are not part of the page. */
const MAX_TEXT_MS = 3_000;

export async function showRoom({ context, mock }: Session): Promise<void> {
  // The developer's panel of the offline build.
  void mock.then((offline) => offline?.openPanel(context.decisions));
  const root = rootOfPage();
  away.endAfterReload();
  reached('page');
  root.render(<App context={socketTools === null ? context : { ...context, socketTools }} first={await firstWords()} />);
}

export async function showLobby(route: Route): Promise<void> {
  const { openLobby } = await untilLoaded(async () => import('./lobby/open.tsx'));
  await openLobby(rootOfPage(), route, await firstWords(), startMock);
}

function rootOfPage(): Root {
  tryPartsAgainOnReturn();
  const element = document.getElementById('root');
  if (element === null) throw new Error('index.html has no #root');
  showIcon();
  showAppearance();
  return createRoot(element);
}

async function firstWords(): Promise<FirstWords> {
  const wanted = readLanguage();
  // A page in the other language is better than none: texts that are late are shown when they arrive (Words.tsx).
  const text = await within(
    pageClock,
    MAX_TEXT_MS,
    loadText(wanted).catch(() => null),
    () => null,
  );
  return text === null ? { language: 'zh-CN', text: await loadText('zh-CN'), wanted } : { language: wanted, text };
}

const socketTools = import.meta.env.VITE_MOCK === '1' ? lazy(async () => import('../../mocks/panel/SocketReplay.tsx')) : null;

/** The mock backend of a page without a room; null except in the offline build. */
const startMock = import.meta.env.VITE_MOCK === '1' ? async () => (await import('../../mocks/page.ts')).startMock('') : null;

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='9' fill='%23ff6a6f'/%3E%3Cpath d='M10 23.5 14.2 8.5h3.6L22 23.5z' fill='%23fff' fill-opacity='.55'/%3E%3Crect x='8' y='22' width='16' height='2.7' rx='1.3' fill='%23fff'/%3E%3Ccircle cx='16' cy='9' r='2.6' fill='%23fff'/%3E%3C/svg%3E";

/** Called after the first picture of the stream; index.html contains an empty icon. */
function showIcon(): void {
  document.querySelector('link[rel="icon"]')?.setAttribute('href', ICON);
}
