import { useState } from 'react';

import { firstLetter } from '../text/text.ts';
import css from './StarBar.module.css';

/** A picture that is missing or cannot be loaded is the first letter of the name. */
export function Avatar({
  url,
  srcSet,
  name,
  size,
  isLive,
}: {
  url: string;
  srcSet?: string | undefined;
  name: string;
  size: number;
  isLive: boolean;
}) {
  const [failedUrl, setFailedUrl] = useState('');
  return (
    <span className={css.avatar} data-live={isLive || undefined} style={{ width: size, height: size, fontSize: size * 0.42 }}>
      {url === '' || failedUrl === url ? (
        <span aria-hidden="true">{firstLetter(name)}</span>
      ) : (
        <img
          src={url}
          {...(srcSet && { srcSet, sizes: `${size}px` })}
          alt=""
          width={size}
          height={size}
          referrerPolicy="no-referrer"
          onError={() => setFailedUrl(url)}
        />
      )}
    </span>
  );
}
