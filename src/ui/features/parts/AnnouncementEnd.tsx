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
  /** After the link text. */
  readonly children?: ReactNode;
}

/** End of an announcement: the number of queued ones, and its link. External pages get no referrer. */
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
