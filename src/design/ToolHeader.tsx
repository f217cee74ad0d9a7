import { Logo } from './icons/FirstIcon.tsx';
import { Icon } from './icons/Icon.tsx';
import css from './ToolHeader.module.css';

/** Header of the pages for developers. `other`: name of the language that the button switches to. */
export function ToolHeader({ title, other, onLanguage }: { title: string; other: string; onLanguage: () => void }) {
  return (
    <header className={css.header}>
      <span className={css.brand}>
        <Logo size={26} /> Footlight
      </span>
      <h1 className={css.title}>{title}</h1>
      <span className={css.space} />
      <button type="button" className={css.quiet} onClick={onLanguage}>
        <Icon name="globe" /> {other}
      </button>
    </header>
  );
}
