import { announcementsMachine, type AnnouncementView } from '../../core/room/feature/announcements.ts';
import type { Notice } from './rules-message.ts';

export type NoticesView = AnnouncementView<Notice>;
export type NoticesAction = { readonly type: 'dismiss'; readonly key: string };

export const NOTICES = announcementsMachine<Notice>({ name: 'notices' });
