import '../../src/design/tokens.css';
import '../../src/design/base.css';

import { openToolPage } from '../../src/design/tool-page.tsx';
import { BenchPage } from './BenchPage.tsx';

openToolPage(<BenchPage />);
