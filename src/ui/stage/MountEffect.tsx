import type { Box, MountsView } from '../../workers/core/room/view.ts';
import { useText } from '../text/text.ts';
import css from './MountEffect.module.css';

/** Somebody arrives on a mount: its picture or film, and the welcome, in the mount-effects box (830x468 by default). */
export default function MountEffect({ mount, box }: { mount: NonNullable<MountsView['current']>; box: Box }) {
  const text = useText();
  return (
    <div className={css.box} style={{ left: box.x, top: box.y, width: box.width, height: box.height }} data-mount={mount.id}>
      {mount.src !== '' &&
        (mount.video ? (
          <video className={css.media} src={mount.src} autoPlay muted playsInline />
        ) : (
          <img className={css.media} src={mount.src} alt={mount.name} referrerPolicy="no-referrer" />
        ))}
      <p className={css.words}>
        {mount.name !== '' && <b>{mount.name}</b>}
        <span>{mount.welcome === '' ? text.mountArrived : mount.welcome}</span>
      </p>
    </div>
  );
}
