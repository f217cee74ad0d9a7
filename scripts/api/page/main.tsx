import '../../../src/design/tokens.css';
import '../../../src/design/base.css';
import './page.css';

import { useEffect } from 'react';
import { openToolPage, useToolPage } from '../../../src/design/tool-page.tsx';
import { type Word, WORDS } from './words.ts';

/** The header. The contract is in the document already (contract-page.ts); only the words around it change with the language. */
function ApiHeader() {
  const { text, header } = useToolPage(WORDS);
  useEffect(() => {
    for (const element of document.querySelectorAll<HTMLElement>('[data-word]')) {
      element.textContent = text[element.dataset['word'] as Word];
      element.lang = document.documentElement.lang;
    }
  }, [text]);
  return header;
}

openToolPage(<ApiHeader />);
