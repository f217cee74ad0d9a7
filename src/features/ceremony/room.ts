import type { AnnouncementEvent } from '../../core/room/feature/announcements.ts';
import type { BodyOfMessage } from '../../wire/registry.ts';
import { defineRoomHalf, serverMs, type FeatureContext } from '../../workers/room/features/feature-api.ts';
import { executeFeatureEffect } from '../../workers/room/features/feature-effects.ts';
import { CEREMONY, readMatch, type CeremonyAction, type CeremonyMatch } from './rules.ts';

const said =
  (result: CeremonyMatch['result']) =>
  (body: BodyOfMessage<'ceremony-match-success'>, room: FeatureContext): AnnouncementEvent<CeremonyMatch> => ({
    type: 'said',
    item: readMatch(body, result, serverMs(room)),
  });

export const room = defineRoomHalf({
  machine: CEREMONY,
  context: (room) => ({ userId: room.login().userId }),
  view: ({ view }) => view,
  messages: { 'ceremony-match-success': said('success'), 'ceremony-match-failure': said('failure') },
  onAction: ({ key }: CeremonyAction): AnnouncementEvent<CeremonyMatch> => ({ type: 'dismiss', key }),
  execute: (effect, room) => executeFeatureEffect(effect, room, () => undefined),
});
