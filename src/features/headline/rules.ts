import { announcementsMachine, type AnnouncementView } from '../../core/room/feature/announcements.ts';
import type { Headline } from './rules-message.ts';

export type HeadlineView = AnnouncementView<Headline>;

/** A headline has no actions; it ends after its time. */
export const HEADLINES = announcementsMachine<Headline>({ name: 'headline' });
