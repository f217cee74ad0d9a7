import { Logo } from '../icons/Icon.tsx';
import { useText } from '../text/text.ts';
import css from './Broken.module.css';

/** Shown after an uncaught error of the page, with a reload button. */
export function Broken() {
  const text = useText();
  return (
    <main className={css.broken} role="alert">
      <Logo size={52} />
      <h1 className={css.title}>{text.roomBroken}</h1>
      <p className={css.hint}>{text.roomBrokenHint}</p>
      <button type="button" className={css.button} onClick={() => location.reload()}>
        {text.refresh}
      </button>
    </main>
  );
}
