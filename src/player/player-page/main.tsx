import '../../design/tokens.css';
import '../../design/base.css';

import { openToolPage } from '../../design/tool-page.tsx';
import { PlayerPage } from './PlayerPage.tsx';

openToolPage(<PlayerPage />);
