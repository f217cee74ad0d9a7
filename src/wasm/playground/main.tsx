import '../../design/tokens.css';
import '../../design/base.css';

import { openToolPage } from '../../design/tool-page.tsx';
import { PlaygroundPage } from './PlaygroundPage.tsx';

openToolPage(<PlaygroundPage />);
