import './tokens.css';
import './base.css';

import { createRoot } from 'react-dom/client';

import { App } from './App.tsx';
import { createSession } from './session.ts';
import { loadText, readLanguage } from './text/text.ts';

async function open(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  const { hands } = createSession();
  const language = readLanguage();
  const text = await loadText(language);
  createRoot(root).render(<App hands={hands} firstLanguage={language} firstText={text} />);
}

void open();
