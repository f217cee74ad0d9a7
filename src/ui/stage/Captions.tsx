import { useEffect, useState } from 'react';

import { useLanguage } from '../text/text.ts';
import { startCaptions } from './captions.ts';
import css from './Captions.module.css';
import { StageRegion } from './StageRegions.tsx';

/** What the browser understood of the last seconds, over the lower end of the picture. */
export default function Captions() {
  const language = useLanguage();
  const [words, setWords] = useState('');
  useEffect(() => startCaptions(language, setWords), [language]);
  if (words === '') return null;
  return (
    <StageRegion name="lower">
      <p className={css.caption} data-captions="">
        {words}
      </p>
    </StageRegion>
  );
}
