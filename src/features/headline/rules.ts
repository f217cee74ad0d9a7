import { announcementsMachine, type AnnouncementView } from '../../core/room/announcements.ts';
import type { Headline } from './rules-message.ts';

export type HeadlineView = AnnouncementView<Headline>;

/** Nobody can do anything about a headline; it goes by its own time. */
export const HEADLINES = announcementsMachine<Headline>({ name: 'headline' });
