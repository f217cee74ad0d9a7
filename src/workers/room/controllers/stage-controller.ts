import { readFit, RESIZE_DEBOUNCE_MS, roomLayout } from '../../../core/room/layout/layout.ts';
import type { LiveInfo } from '../../../core/room/start/live-info.ts';
import { STORED_KEYS } from '../../../core/room/start/stored.ts';
import type { RoomBase, Screen, StatsClient } from '../room-base.ts';
import type { AddressSet } from '../../../player/rules/recovery/candidates.ts';
import type { FeatureHost } from '../features/feature-host.ts';
import type { PlayerController } from './player-controller.ts';
import { readStreamMessage, type StreamMessageBody } from '../../../player/rules/messages/stream-message-bodies.ts';
import type { StreamMessage } from '../../../player/rules/messages/stream-messages.ts';
import { NO_STREAM_INFO } from '../../../core/room/initial-view.ts';
import type { StreamInfoView } from '../../../core/room/view.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** P4: computes the layout from the size of the window, the size of the picture and the kind of room. */
export function createLayoutController(
  { screen, flags, input, platform, storage }: RoomBase,
  deps: { readonly info: () => LiveInfo | null; readonly onLayout: () => void },
) {
  let viewport: Size = input.viewport;
  let picture: Size = { width: 0, height: 0 };
  let hasPicture = false;
  let cancelResize = (): void => undefined;

  function layout(): void {
    const room = deps.info()?.room;
    screen.patch({ layout: roomLayout({ viewport, room, media: picture, isLite: flags.lite, read: (key) => storage.read(key) }) });
    deps.onLayout();
  }

  return {
    layout,
    /** The viewer's choice of the picture's fit, stored for later visits. */
    chooseFit(fit: unknown) {
      storage.write(STORED_KEYS.pictureFit, readFit(fit), null);
      layout();
    },
    /** Theatre mode and hidden chat, stored for later visits. */
    choose(what: 'theatre' | 'chatHidden', on: unknown) {
      storage.write(STORED_KEYS[what], on === true, null);
      layout();
    },
    /** Recomputes the layout after resizing has stopped. */
    onViewport(size: Size) {
      viewport = size;
      cancelResize();
      cancelResize = platform.after(RESIZE_DEBOUNCE_MS, layout);
    },
    onPicture(size: Size) {
      picture = size;
      hasPicture = true;
      layout();
    },
    /** The size in live info, used until a picture reports its own. */
    onAnnouncedPicture(size: Size) {
      if (!hasPicture) picture = size;
    },
  };
}

export type LayoutController = ReturnType<typeof createLayoutController>;

/** Features that the start-up shows by name. */
const OFFLINE_VIDEO = 'offline-video';
const PUBLISHING = 'publish';

interface StageDeps {
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
      const { name } = screen.get().stage;
      // The feature loads now, and the announcement of the end was before it.
      if (name === 'live' || name === 'radio') features.announceTo(OFFLINE_VIDEO, { type: 'live-stopped' });
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

/** Characters of a failure's detail; the JSON of a message has up to 4,096. */
const MAX_DETAIL_CHARS = 120;

/** P30: values carried in the stream, for the overlay; songs and gifts are passed to the feature that shows them. */
export function createStreamInfo(screen: Screen, stats: StatsClient) {
  return {
    onMessages(messages: readonly StreamMessage[]) {
      let next = screen.get().streamInfo;
      for (const message of messages) {
        const body = readStreamMessage(message);
        next = withMessage(next, body);
        // P30: a message that cannot be parsed is only logged.
        if (body.type === 'unreadable')
          stats.failure({ code: 'STREAM_MESSAGE_BAD', detail: `code ${message.code}: ${message.json}`.slice(0, MAX_DETAIL_CHARS) });
        stats.emit({ type: 'count', name: `stream-message.${message.code}`, by: 1 });
      }
      screen.patch({ streamInfo: next });
    },
    /** The stream changed or ended: values of the previous one are cleared. */
    clear() {
      if (screen.get().streamInfo !== NO_STREAM_INFO) screen.patch({ streamInfo: NO_STREAM_INFO });
    },
  };
}

export type StreamInfoController = ReturnType<typeof createStreamInfo>;

function withMessage(info: StreamInfoView, body: StreamMessageBody): StreamInfoView {
  const counted = { ...info, dispatched: info.dispatched + 1 };
  switch (body.type) {
    case 'song-info':
    case 'effect-gift':
      return counted;
    case 'delay':
      return { ...counted, delayMs: body.delayMs };
    case 'bitrate':
      return { ...counted, kilobitsPerS: body.kilobitsPerS };
    case 'pitch':
      return { ...counted, pitchHz: body.hertz };
    case 'other':
      return { ...counted, unknown: info.unknown + 1 };
    case 'unreadable':
      return { ...info, unreadable: info.unreadable + 1 };
  }
}
