/** A feature with its scripted session, for tests/features. */
import { SESSIONS } from '../mocks/sessions/sessions.ts';
import { loadRoomPart } from '../src/workers/room/features/feature-loader.ts';
import { HERE, featureRoom, playFeature } from './feature-room.ts';

export const VIEWER_ID = 880_001;
export type View = Readonly<Record<string, unknown>>;

/** One feature with its scripted session, for one viewer per id. */
export async function playedFeature(name: string, userIds: readonly number[], deliver?: Parameters<typeof playFeature<View>>[2]) {
  const part = await loadRoomPart(name);
  const viewers = userIds.map((userId) => featureRoom(part, { userId, feature: name }, (view) => view as View));
  const play = playFeature(
    SESSIONS.filter(({ feature }) => feature === name),
    viewers,
    deliver,
  );
  return {
    ...play,
    viewers,
    start: () => play.host.command(HERE, name, 'start'),
    end: () => play.host.command(HERE, name, 'end'),
    phase: () => play.phase(name),
  };
}
