import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { type SharedNumber, sharedNumber } from '../../../core/feature.ts';
import { FEATURES } from '../../../features/index.ts';
import { notify } from '../../overlays/notice.ts';
import { useFeature } from '../../room-context.ts';
import { Countdown, minutes } from './Countdown.tsx';
import css from './FeatureParts.module.css';
import type { FeatureRequest } from '../../../core/room/feature/feature-dialog.ts';

/** Hidden from screen readers, because the numbers beside it have the same content. */
export function Progress({ share }: { readonly share: number }) {
  return (
    <span className={css.track} aria-hidden="true">
      <span className={css.fill} style={{ width: `${Math.min(1, share) * 100}%` }} />
    </span>
  );
}

/** Remaining time of a status, as a separate line. */
export function Left({ timed, format }: { readonly timed: { readonly leftMs: number }; readonly format: (time: string) => string }) {
  return <Countdown timed={timed} format={(left) => (left > 0 ? format(minutes(left)) : '')} className={css.time} />;
}

/** A number that another feature shares by its manifest; null while it is unknown. */
export const useShared = (name: SharedNumber): number | null =>
  sharedNumber(name, useFeature(FEATURES.find(({ shares }) => shares?.includes(name))?.name ?? ''));

/** Announces a news item once and confirms it. */
export function useNews<News>(
  news: News | null,
  say: (news: News) => { readonly text: string; readonly isGood: boolean },
  onShown: (news: News) => void,
): void {
  const tell = useEffectEvent((item: News) => {
    const { text, isGood } = say(item);
    notify(text, isGood ? 'good' : 'info');
    onShown(item);
  });
  useEffect(() => {
    if (news !== null) tell(news);
  }, [news]);
}

/** Reason why a request failed: the server's text, else the feature's. */
export function RequestFailure({ request, words }: { readonly request: FeatureRequest; readonly words: string }) {
  return (
    request.name === 'failed' && (
      <p className={css.bad} role="alert">
        {request.text === '' ? words : request.text}
      </p>
    )
  );
}

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
