/** The React page with its style sheets. Loaded in parallel with main.ts, and run when the picture no longer waits for the main thread. */
import './tokens.css';
import './base.css';

import { lazy } from 'react';
import { createRoot, type Root } from 'react-dom/client';

import type { Route } from '../core/room/start/route.ts';
import { App } from './App.tsx';
import { away } from './room/away.ts';
import type { RoomContext } from './room-context.ts';
import { showIcon } from './page/page-icon.ts';
import { reached } from '../page/phases.ts';
import type { Session } from './session.ts';
import { loadText, readLanguage } from './text/text.ts';
import { showLooks } from './looks/looks.ts';
import type { FirstWords } from './text/Words.tsx';

export async function showRoom({ context, mock }: Session): Promise<void> {
  if (import.meta.env.VITE_MOCK === '1') void openPanel(mock, context.decisions);
  const root = rootOfPage();
  away.endAfterReload();
  reached('page');
  root.render(<App context={socketTools === null ? context : { ...context, socketTools }} first={await firstWords()} />);
}

export async function showLobby(route: Route): Promise<void> {
  const { openLobby } = await import('./lobby/open.tsx');
  await openLobby(rootOfPage(), route, await firstWords(), startMock);
}

function rootOfPage(): Root {
  const element = document.getElementById('root');
  if (element === null) throw new Error('index.html has no #root');
  showIcon();
  showLooks();
  return createRoot(element);
}

async function firstWords(): Promise<FirstWords> {
  const language = readLanguage();
  // A page in the other language is better than none.
  return { language, text: await loadText(language).catch(() => loadText('zh-CN')) };
}

const socketTools = import.meta.env.VITE_MOCK === '1' ? lazy(async () => import('../../mocks/panel/SocketReplay.tsx')) : null;

/** The mock backend of a page without a room; null except in the offline build. */
const startMock = import.meta.env.VITE_MOCK === '1' ? async () => (await import('../../mocks/page.ts')).startMock('') : null;

/** The developer's panel; only in the offline build. */
async function openPanel(mock: Session['mock'], decisions: RoomContext['decisions']): Promise<void> {
  const [{ showPanel }, control] = await Promise.all([import('../../mocks/panel/show.tsx'), mock]);
  if (control === null) return;
  control.readDecisions(decisions);
  showPanel(control, decisions);
}
