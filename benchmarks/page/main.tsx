import '../../src/design/tokens.css';
import '../../src/design/base.css';

import { createRoot } from 'react-dom/client';

import { installScriptPolicy } from '../../src/design/script-policy.ts';
import { readLanguage } from '../../src/design/language.ts';
import { BenchPage } from './BenchPage.tsx';

installScriptPolicy(globalThis);
const root = document.getElementById('root');
if (root === null) throw new Error('bench.html has no #root');
createRoot(root).render(<BenchPage firstLanguage={readLanguage()} />);
