import { useState } from 'react';

import { sizedImage } from '../../core/room/layout/image-sizes.ts';
import { FirstIcon } from '../../design/icons/FirstIcon.tsx';
import { firstLetter } from '../text/text.ts';
import css from './StarBar.module.css';

/** If an image is missing or fails to load, the first letter of the name is shown. */
export function Avatar({ url, name, size, isLive }: { url: string; name: string; size: number; isLive: boolean }) {
  const [failedUrl, setFailedUrl] = useState('');
  const { src, srcSet } = sizedImage(url, size);
  return (
    <span className={css.avatar} data-live={isLive || undefined} style={{ width: size, height: size, fontSize: size * 0.42 }}>
      {url === '' || failedUrl === url ? (
        <span aria-hidden="true">{firstLetter(name)}</span>
      ) : (
        <img
          src={src}
          {...(srcSet !== '' && { srcSet, sizes: `${size}px` })}
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

/** S35: portrait of a mystic viewer, without image and letter. */
export function MysticPortrait({ size }: { size: number }) {
  return (
    <span className={css.mystic} style={{ width: size, height: size }}>
      <FirstIcon name="user" size={size * 0.6} />
    </span>
  );
}
