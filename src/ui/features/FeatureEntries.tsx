import { useState } from 'react';

import { FEATURES } from '../../features/index.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { Box } from '../overlays/Box.tsx';
import { useFeatureNames, useRoom, useRoomContext } from '../room-context.ts';
import { useLanguage } from '../text/text.ts';
import { DOCK_TEXT } from './dock-text.ts';
import css from './FeatureEntries.module.css';

const orderOf = ({ entry }: (typeof FEATURES)[number]): number => entry?.order ?? Number.MAX_SAFE_INTEGER;
/** In the order of the manifests; entries without a number are sorted by name. */
const ENTRIES = FEATURES.filter(({ entry }) => entry !== undefined).toSorted((a, b) => orderOf(a) - orderOf(b));

/**
 * The buttons that open features. A feature that is off has none; a feature that is not loaded is loaded by its button. A row that is too
 * narrow shows the entries that fit completely, can be scrolled, and has a button that lists all.
 */
export default function FeatureEntries({ className }: { readonly className: string }) {
  const off = useFeatureNames(({ name }) => name === 'off').split(' ');
  const { role } = useRoom('room');
  const { act } = useRoomContext();
  const language = useLanguage();
  const [isListOpen, setListOpen] = useState(false);
  const [isTooLong, setTooLong] = useState(false);
  const open = (feature: string): void => act({ type: 'feature', feature, action: { type: 'entry' } });
  const entries = ENTRIES.flatMap(({ name, entry, roles }) =>
    entry !== undefined && (entry.roles ?? roles).includes(role) && !off.includes(name)
      ? [{ name, icon: entry.icon as IconName, label: entry.label[language] }]
      : [],
  );
  return (
    <>
      <div className={css.entries} ref={(element) => (element === null ? undefined : watchRow(element, setTooLong))}>
        {entries.map(({ name, icon, label }) => (
          <button
            key={name}
            type="button"
            className={className}
            data-entry={name}
            data-evid="feature_entry"
            data-expose=""
            data-detail={name}
            onClick={() => open(name)}
          >
            <Icon name={icon} size={18} />
            {label}
          </button>
        ))}
      </div>
      {isTooLong && (
        <span className={css.more}>
          <button type="button" className={className} aria-haspopup="dialog" data-more-entries="" onClick={() => setListOpen(true)}>
            <Icon name="more" size={18} />
            {DOCK_TEXT[language].more}
          </button>
        </span>
      )}
      {isListOpen && (
        <Box title={DOCK_TEXT[language].moreTitle} onClose={() => setListOpen(false)}>
          <ul className={css.list}>
            {entries.map(({ name, icon, label }, at) => (
              <li key={name}>
                <button
                  type="button"
                  className={css.item}
                  data-first={at === 0 ? '' : undefined}
                  data-listed-entry={name}
                  onClick={() => {
                    setListOpen(false);
                    open(name);
                  }}
                >
                  <Icon name={icon} size={22} />
                  {label}
                </button>
              </li>
            ))}
          </ul>
        </Box>
      )}
    </>
  );
}

/** Makes `entries` as wide as the buttons that fit completely, and reports whether some do not. Returns a cleanup for React's ref. */
function watchRow(entries: HTMLElement, onChange: (isTooLong: boolean) => void): (() => void) | undefined {
  const row = entries.parentElement;
  if (row === null) return undefined;
  const measure = (): void => {
    const others = [...row.children].filter((child) => child !== entries);
    const spacePx = row.clientWidth - others.reduce((sum, { clientWidth }) => sum + clientWidth, 0);
    let wholePx = 0;
    let isTooLong = false;
    for (const { offsetWidth } of entries.querySelectorAll('button')) {
      isTooLong ||= wholePx + offsetWidth > spacePx;
      if (!isTooLong) wholePx += offsetWidth;
    }
    entries.style.width = `${wholePx}px`;
    onChange(isTooLong);
  };
  // Observes the entries, their texts, and their siblings.
  const changes = new MutationObserver(measure);
  changes.observe(row, { childList: true, characterData: true, subtree: true });
  const sizes = new ResizeObserver(measure);
  sizes.observe(row);
  return () => {
    changes.disconnect();
    sizes.disconnect();
  };
}
