import type { Badge } from '../../core/room/view.ts';
import { levelTier } from './shown.ts';
import { useText } from '../text/text.ts';
import css from './Badges.module.css';

interface BadgesProps {
  readonly richLevel: number;
  readonly badges: readonly Badge[];
  /** Label for the star of the room; absent for everybody else. */
  readonly star?: string;
}

/** A user's badges with their texts; used by the profile card and by the viewer's own card. */
export function Badges({ richLevel, badges, star }: BadgesProps) {
  const text = useText();
  const marks: Readonly<Record<string, string>> = text.chatMarks;
  const wordOf = (type: string): string => marks[type] ?? '';
  return (
    <ul className={css.badges}>
      {star !== undefined && (
        <li className={`cut ${css.badge}`} data-type="star">
          {star}
        </li>
      )}
      {richLevel > 0 && (
        <li className={`cut ${css.badge}`} data-tier={levelTier(richLevel)}>
          {text.level(richLevel)}
        </li>
      )}
      {badges
        .filter(({ type, text, level }) => text !== '' || level > 0 || wordOf(type) !== '')
        .map(({ type, text, level, iconUrl }, at) => (
          // The order of one user's list never changes.
          <li key={at} className={`cut ${css.badge}`} data-type={type}>
            {iconUrl !== '' && <img src={iconUrl} alt="" width={16} height={16} referrerPolicy="no-referrer" />}
            {[wordOf(type), text, level > 0 ? String(level) : ''].filter(Boolean).join(' ')}
          </li>
        ))}
    </ul>
  );
}

/** Only the level, for narrow rows. */
export function LevelChip({ level }: { readonly level: number }) {
  const text = useText();
  if (level <= 0) return null;
  return (
    <span className={`cut ${css.badge}`} data-tier={levelTier(level)} title={text.level(level)} role="img" aria-label={text.level(level)}>
      {level}
    </span>
  );
}
