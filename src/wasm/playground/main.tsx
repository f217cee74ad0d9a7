import '../../design/tokens.css';
import '../../design/base.css';

import { createRoot } from 'react-dom/client';

import { installScriptPolicy } from '../../design/script-policy.ts';
import { readLanguage } from '../../design/language.ts';
import { PlaygroundPage } from './PlaygroundPage.tsx';

installScriptPolicy(globalThis);
const root = document.getElementById('root');
if (root === null) throw new Error('playground.html has no #root');
createRoot(root).render(<PlaygroundPage firstLanguage={readLanguage()} />);
