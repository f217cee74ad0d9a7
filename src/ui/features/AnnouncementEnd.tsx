import type { ReactNode } from 'react';

interface AnnouncementEndProps {
  readonly view: { readonly more: number; readonly href: string; readonly isRoom: boolean };
  readonly words: {
    more(waiting: number): string;
    readonly toRoom: string;
    readonly toRoomNew: string;
    readonly open: string;
    readonly openNew: string;
  };
  readonly moreClass: string | undefined;
  readonly linkClass: string | undefined;
  /** Behind the words of the link. */
  readonly children?: ReactNode;
}

/** What an announcement ends with: how many wait behind it, and where it leads. A page of somebody else is not told where its visitor comes from. */
export function AnnouncementEnd({ view: { more, href, isRoom }, words, moreClass, linkClass, children }: AnnouncementEndProps) {
  return (
    <>
      {more > 0 && (
        <span className={moreClass} role="img" aria-label={words.more(more)} title={words.more(more)}>
          +{more}
        </span>
      )}
      {href !== '' && (
        <a
          className={linkClass}
          href={href}
          target="_blank"
          rel={isRoom ? 'noopener' : 'noopener noreferrer'}
          aria-label={isRoom ? words.toRoomNew : words.openNew}
        >
          {isRoom ? words.toRoom : words.open}
          {children}
        </a>
      )}
    </>
  );
}
