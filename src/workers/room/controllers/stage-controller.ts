import type { AddressSet } from '../../../player/rules/recovery/candidates.ts';
import type { FeatureHost } from '../features/feature-host.ts';
import type { PlayerController } from './player-controller.ts';
import type { RoomBase } from '../room-base.ts';
import type { StreamInfoController } from '../features/stream-info.ts';

/** Features that the start-up shows by name. */
const OFFLINE_VIDEO = 'offline-video';
const PUBLISHING = 'publish';

export interface StageDeps {
  readonly player: PlayerController;
  readonly streamInfo: StreamInfoController;
  readonly features: FeatureHost;
  readonly knownAddresses: () => AddressSet | null;
}

/** Shows the start-up's decision on the stage: live, a feature, the offline video, the star's tool, or nothing. */
export function createStageController({ screen, stats }: RoomBase, deps: StageDeps) {
  const { player, streamInfo, features } = deps;
  const showFeature = (feature: string): void => {
    // The page may already play live, which it has started by its own early answers (start-up.ts).
    player.stop();
    screen.patch({ phase: 'ready', stage: { name: 'feature', feature } });
  };
  return {
    offer: (guest: string) => features.announceTo(guest, { type: 'stage-offered' }),
    show: showFeature,
    withdraw: (guest: string) => features.announceTo(guest, { type: 'stage-withdrawn' }),
    startLive(isRadio: boolean) {
      screen.patch({
        phase: 'ready',
        stage: { name: isRadio ? 'radio' : 'live' },
        // A failure tip of an earlier attempt by the page is kept.
        tips: { ...screen.get().tips, noLive: false },
      });
      player.start(deps.knownAddresses());
      stats.emit({ type: 'room', event: 'live' });
      features.wake('live');
      features.announce({ type: 'live-started' });
    },
    retryLive: () => player.retry(),
    stopLive() {
      player.stop();
      streamInfo.clear();
      stats.emit({ type: 'room', event: 'offline' });
      features.announce({ type: 'live-stopped' });
    },
    showOfflineVideo() {
      showFeature(OFFLINE_VIDEO);
      screen.patch({ tips: { noLive: true, liveFail: false, playerMessage: '' } });
      features.announceTo(OFFLINE_VIDEO, { type: 'room-changed' });
    },
    showPublish() {
      showFeature(PUBLISHING);
      features.announceTo(PUBLISHING, { type: 'room-changed' });
    },
    showClosed() {
      player.stop();
      screen.patch({ phase: 'ready', stage: { name: 'closed' } });
    },
  };
}

export type StageController = ReturnType<typeof createStageController>;
