import './tokens.css';
import './base.css';

import { createRoot } from 'react-dom/client';

import { App } from './App.tsx';
import { createSession, type Session } from './session.ts';
import { loadText, readLanguage } from './text/text.ts';

async function open(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const { hands, mock } = createSession();
  if (import.meta.env.VITE_MOCK === '1') void openPanel(mock);
  const language = readLanguage();
  const text = await loadText(language);
  createRoot(root).render(<App hands={hands} firstLanguage={language} firstText={text} />);
}

/** The developer's panel; no build but `--mode offline` holds it. */
async function openPanel(mock: Session['mock']): Promise<void> {
  const [{ showPanel }, control] = await Promise.all([import('../../mocks/panel/show.tsx'), mock]);
  if (control !== null) showPanel(control);
}

void open();
