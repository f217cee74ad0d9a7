import '../ui/tokens.css';
import '../ui/base.css';

import { createRoot } from 'react-dom/client';

import { installScriptPolicy } from '../core/script-policy.ts';
import { readLanguage } from '../ui/text/text.ts';
import { PlayerPage } from './PlayerPage.tsx';

installScriptPolicy(globalThis);
const root = document.getElementById('root');
if (root === null) throw new Error('player.html has no #root');
createRoot(root).render(<PlayerPage firstLanguage={readLanguage()} />);
