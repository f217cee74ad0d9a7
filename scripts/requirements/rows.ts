/**
 * Requirements of the room, one row each, in the project's words, and the files that contain each rule. Test titles begin with the rows
 * that they prove, and manifests name rows in their comment, so neither is listed here. `npm run readme` writes docs/requirements.md.
 */
export interface Requirement {
  readonly row: string;
  readonly what: string;
  /** Files or folders from the repository's root outside of features, the deciding one first. */
  readonly where: readonly string[];
}

export interface RequirementGroup {
  readonly title: string;
  readonly rows: readonly Requirement[];
}

const PAGE: readonly Requirement[] = [
  {
    row: 'P1',
    what: "Two addresses lead to a room: the viewers' address (a number, with `e/` in front on the embedding platform) and the star's own address. A user other than that room's star is redirected from the star's address to the viewers' address. Without a room the page shows the lobby, asks for the star's room, or states why there is no room.",
    where: ['src/core/room/start/route.ts', 'src/core/room/start/start-up.ts', 'src/core/room/room-list.ts', 'src/ui/lobby/open.tsx'],
  },
  {
    row: 'P2',
    what: 'One table defines the query parameters with type, limits and default. A bad value is reported by name and ignored. Tables map `refer` and the platform to traffic channel and client type.',
    where: ['src/core/room/start/page-input.ts', 'src/core/room/start/refer.ts', 'src/workers/room/visitor.ts'],
  },
  {
    row: 'P3',
    what: 'Every part of the page appears in the states that need it: loading overlay, the two tips, advertisement, player, mounts, chat, bottom panel, back-to-live link, and a context menu on the video with the player log.',
    where: ['src/ui/room/Room.tsx', 'src/ui/stage/Stage.tsx', 'src/ui/stage/controls/PlayerMenu.tsx', 'src/ui/chat/Chat.tsx'],
  },
  {
    row: 'P4',
    what: 'The layout is recomputed 200 ms after the last resize. A vertical room has another stage area, six resolution policies place the picture, and mount effects are hidden in lite mode, award rooms and match rooms.',
    where: ['src/core/room/layout/layout.ts', 'src/workers/room/controllers/layout-controller.ts'],
  },
  {
    row: 'P5',
    what: 'Start-up has one order: live info, advertisement if any, live or offline video, chat, layout, lead-in if any. Features load lazily; a feature that fails to load is switched off and the room continues.',
    where: [
      'src/core/room/start/start-up.ts',
      'src/workers/room/controllers/start-up-controller.ts',
      'src/workers/room/features/feature-host.ts',
    ],
  },
  {
    row: 'P6',
    what: 'Live info is parsed field by field. Send limits, missing rooms and closed rooms each have a page or a dialog. Any other failure starts the room without live info, once. A live type that differs from the stored one reloads the page.',
    where: ['src/core/room/start/live-info.ts', 'src/core/room/start/start-up.ts', 'src/core/room/start/unavailable.ts'],
  },
  {
    row: 'P7',
    what: 'Live status and user role decide what the stage shows. A star who broadcasts only in vertical format is a viewer in this room. The visit is reported 3 s after live started.',
    where: ['src/core/room/start/start-up.ts', 'src/core/reports/enter-room.ts'],
  },
  {
    row: 'P8',
    what: 'An advertisement may play before live. The query has a timeout of 2 s, needs the poster element, and an advertisement that does not repeat is shown once per user and concert. Live starts after any failure.',
    where: ['src/core/room/stage/ad.ts', 'src/core/room/start/first-calls.ts'],
  },
  {
    row: 'P9',
    what: "A lead-in video plays before live if a song was requested; the next batch is fetched near its end. Its end, an error, the user's own accepted song or gift, a click or a timeout of 15 s return to live.",
    where: [],
  },
  {
    row: 'P10',
    what: 'The client download is looked up on request: with status 1 its address is saved as a file, otherwise an alert shows the error code.',
    where: [
      'src/workers/room/clients/calls.ts',
      'src/core/room/start/live-info.ts',
      'src/workers/room/page-actions.ts',
      'src/ui/page/download.ts',
    ],
  },
  {
    row: 'P11',
    what: 'Mounts of arriving viewers wait in a queue that is drained every 50 ms; the welcome text contains the first 15 characters of the nickname.',
    where: ['src/core/room/stage/show-queue.ts'],
  },
  {
    row: 'P12',
    what: 'IndexedDB stores the resources of effects within limits. If IndexedDB is slow, missing, full or broken, resources are loaded without the cache.',
    where: ['src/core/cache/resources.ts', 'src/workers/cache/cache.ts', 'src/workers/cache/store.ts', 'src/ui/page/resources.ts'],
  },
  {
    row: 'P13',
    what: 'A cookie is written only with a valid name and value. Stored values may expire and are validated when they are read; the stall count and the chosen player kind are stored.',
    where: [
      'src/core/room/start/cookies.ts',
      'src/core/room/start/stored.ts',
      'src/workers/room/clients/storage.ts',
      'src/player/memory.ts',
    ],
  },
];

const PLAYER: readonly Requirement[] = [
  {
    row: 'P20',
    what: "Four kinds of players implement one interface: H264 and native H265 by HTTP-FLV, H265 by the project's decoder, and WebRTC. Each stream status has a name and a code.",
    where: [
      'src/player/rules/contract.ts',
      'src/player/rules/stream-status.ts',
      'src/player/kinds/player-registry.ts',
      'src/workers/render',
      'src/workers/stream',
    ],
  },
  {
    row: 'P21',
    what: 'Stream addresses are valid only in a successful answer for a live room. Without addresses and without a lead-in the failure tip is shown and STREAM_ADDR_ERROR is reported.',
    where: ['src/core/room/start/live-info.ts', 'src/player/rules/recovery/recovery-play.ts'],
  },
  {
    row: 'P22',
    what: 'A table decides which kinds are candidates. Each row that removes a kind has a reason with its code (switch, size, stored stalls, browser, missing capabilities). Native H265 uses the native address.',
    where: ['src/player/rules/recovery/candidates.ts'],
  },
  {
    row: 'P23',
    what: 'A table gives the fallback of each failure: the other codec once, WebRTC to FLV, H265 to H264, P2P off once. A downgrade after stalls is counted for later visits; a downgrade for picture-in-picture, needed only where H265 is on a canvas, is not.',
    where: [
      'src/player/rules/decoding/picture-surface.ts',
      'src/player/rules/recovery/recovery-rules.ts',
      'src/player/rules/recovery/recovery-failure.ts',
      'src/player/kinds/webrtc.ts',
      'src/core/p2p/sharing.ts',
    ],
  },
  {
    row: 'P24',
    what: 'The player waits between two addresses, except before the first attempt, a forced retry and a codec change. After the last address it requests fresh addresses, twice, 5 s apart; then it calls the fail callback.',
    where: ['src/player/rules/recovery/recovery.ts', 'src/player/rules/recovery/recovery-play.ts', 'src/player/rules/constants.ts'],
  },
  {
    row: 'P25',
    what: 'The player restarts, with a reason, if its position does not change, is negative or never starts. H265 that stalls or decodes too slowly is replaced by H264 for a day.',
    where: [
      'src/player/rules/recovery/recovery-watch.ts',
      'src/player/rules/recovery/stall-watch.ts',
      'src/player/rules/decoding/decode-watch.ts',
      'src/player/rules/constants.ts',
    ],
  },
  {
    row: 'P26',
    what: 'One table defines network errors, and one table maps failed pulls to the eight report codes.',
    where: ['src/player/rules/recovery/network-error.ts', 'src/player/rules/recovery/media-errors.ts', 'src/player/rules/names.ts'],
  },
  {
    row: 'P27',
    what: 'When a tab becomes visible, the player restarts if its audio is broken, too far from the video, or too much is buffered. A hidden H265 player stops decoding after 5 s.',
    where: [
      'src/player/rules/clock/visibility.ts',
      'src/player/rules/recovery/recovery-watch.ts',
      'src/player/rules/constants.ts',
      'src/player/decoding.ts',
    ],
  },
  {
    row: 'P28',
    what: 'The player box shows one of two messages, and none if only the player script failed to load. The failure tip replaces the no-live tip.',
    where: ['src/core/room/stage/player-message.ts', 'src/workers/room/controllers/player-controller.ts'],
  },
  {
    row: 'P29',
    what: 'The H265 player has fixed numbers: chunk and buffer sizes, the delay before the first frame, pacing. It does not block the page and releases everything it allocated.',
    where: [
      'src/player/rules/constants.ts',
      'src/player/rules/clock/pacing.ts',
      'src/player/rules/decoding/threads.ts',
      'src/workers/decode',
      'src/player/kinds/h265.ts',
    ],
  },
  {
    row: 'P30',
    what: 'Every kind of player dispatches the messages carried in the stream (song, delay, bit rate, gift, pitch and others) when their picture is shown.',
    where: [
      'src/player/rules/messages/stream-messages.ts',
      'src/player/rules/messages/message-queue.ts',
      'src/player/kinds/element-messages.ts',
    ],
  },
  {
    row: 'P31',
    what: "In the star's own room the player is the publishing tool. Camera and microphone are sent by WHIP or to SRS at the quality of the uplink; a lost connection is restored automatically; after a reload the tool shows that another connection publishes; pulls are not reported.",
    where: ['src/core/reports/pull.ts'],
  },
];

const REPORTS: readonly Requirement[] = [
  {
    row: 'P40',
    what: 'A visit is reported 3 s and 10 s after its start and then every 10 s, with room, stream and platform.',
    where: ['src/core/reports/enter-room.ts'],
  },
  {
    row: 'P41',
    what: 'A pull reports its start, first picture, failures and stalls, the download speed every 5 s and performance at most once a minute. A pull without a picture is reported as timed out after 60 s.',
    where: ['src/core/reports/pull.ts', 'src/workers/stats/stats.ts'],
  },
  {
    row: 'P42',
    what: 'Errors and performance are logged with room and user. Unsent reports wait, are stored across page loads, and are sent as a beacon when the page closes; none is sent twice.',
    where: ['src/core/reports/outbox.ts', 'src/core/reports/beacons.ts', 'src/workers/stats/sender.ts', 'src/ui/page/beacons.ts'],
  },
];

const SOCKET: readonly Requirement[] = [
  {
    row: 'S1',
    what: 'A scheduler returns the chat addresses. They are kept until they expire and belong to one identity, anonymous or logged in. Each response code has a rule: slider check, no fallback, built-in list, retry.',
    where: ['src/core/socket/address.ts', 'src/workers/socket/dispatch.ts'],
  },
  {
    row: 'S2',
    what: 'A connection attempt has 10 s. After a loss the delay grows up to 10 s and the next address is used; after five failures in a row the socket stops until the user retries or the player shows a picture again.',
    where: ['src/core/socket/connection.ts', 'src/core/socket/policy.ts'],
  },
  {
    row: 'S3',
    what: 'A frame has a marker, a version, a type, a length and a checksum; its envelope names the packing of the content. An invalid part is counted by name, and the rest of the stream is kept.',
    where: ['src/wire/frame.ts', 'src/wire/envelope.ts', 'src/wire/inflate.ts'],
  },
  {
    row: 'S4',
    what: 'The login contains identity, room and client: the user only with both cookies, a device number created once, the position in the message sequence, and the result of a slider check.',
    where: ['src/workers/room/identity.ts', 'src/core/socket/outgoing.ts', 'src/core/socket/safety.ts'],
  },
  {
    row: 'S5',
    what: 'The page sends seven commands. Messages that request it are acknowledged, the position is kept across reconnects, and a repeated message is delivered once.',
    where: ['src/core/socket/commands.ts', 'src/core/socket/delivery.ts', 'src/core/socket/acks.ts', 'src/wire/encode-command.ts'],
  },
  {
    row: 'S6',
    what: 'A heartbeat is sent every 10 s; three without an answer cause a reconnect. The first message accepts or refuses the login.',
    where: ['src/core/socket/connection.ts'],
  },
  {
    row: 'S7',
    what: 'Chat lines written while the connection is down wait in a queue and are sent 3 s apart, each once and in order, and only for the login that wrote them.',
    where: [
      'src/core/socket/chat-queue.ts',
      'src/core/socket/policy.ts',
      'src/workers/socket/outbox.ts',
      'src/workers/room/clients/own-lines.ts',
    ],
  },
  {
    row: 'S8',
    what: 'Text that is not JSON is counted and dropped. Angle brackets are escaped in both directions, bidirectional and invisible characters are removed, and a connection in string mode receives strings.',
    where: ['src/core/socket/cleaning.ts', 'src/wire/text-message.ts', 'src/wire/body.ts'],
  },
  {
    row: 'S9',
    what: 'Every message has a row with number, schema, class and limit, is decoded once and is passed to its handler. Unknown numbers are counted.',
    where: ['src/wire/registry.ts', 'src/workers/socket/reading.ts', 'src/wire/contents.ts', 'src/workers/room/features/feature-host.ts'],
  },
  {
    row: 'S10',
    what: 'With `debug=1` and `cmd` the page shows the traffic of the socket, without the token.',
    where: ['src/workers/socket/debug-lines.ts', 'src/ui/chat/SocketDebug.tsx'],
  },
];

const CHAT: readonly Requirement[] = [
  {
    row: 'S20',
    what: 'A chat row shows its author with level, medals, fan tag and mount, at any message rate, as text only. A refused line shows the reason; a verification requested by the server is shown in the page.',
    where: [
      'src/core/room/chat/chat-row.ts',
      'src/core/room/chat/chat-feed.ts',
      'src/core/room/chat/chat-badges.ts',
      'src/wire/ext.ts',
      'src/core/socket/chat-refusal.ts',
      'src/ui/chat/list/tail.ts',
    ],
  },
  {
    row: 'S21',
    what: 'A gift is sent with all its fields; each refusal has its text and its next step.',
    where: ['src/workers/effects/worker.ts'],
  },
  {
    row: 'S22',
    what: 'Entries are announced from a queue with limits for length, pace and repetitions. One rule decides which viewers are welcomed, in the chat and in the tips above it.',
    where: ['src/core/room/chat/welcome.ts', 'src/core/room/stage/show-queue.ts'],
  },
  {
    row: 'S23',
    what: 'A viewer with a scheduler challenge passes a slider check before chatting, with two attempts.',
    where: ['src/core/socket/address.ts', 'src/core/socket/policy.ts'],
  },
  {
    row: 'S24',
    what: 'An action that needs a login opens the login dialog.',
    where: ['src/core/room/dialogs.ts', 'src/workers/room/controllers/login-controller.ts'],
  },
];

const FEATURES: readonly Requirement[] = [
  {
    row: 'S30',
    what: 'An embedded page has nine states, a load timeout of 10 s, and exchanges messages with the room only from an allowed origin. The page shows loading and failure.',
    where: ['src/core/frames/frame.ts', 'src/core/frames/origin.ts'],
  },
  {
    row: 'S31',
    what: 'An activity is opened by one of eleven keys. Any other key is a link, opened in a draggable window that waits for the ready message of its page.',
    where: ['src/core/frames/activities.ts'],
  },
  {
    row: 'S32',
    what: 'Embedded pages report opening, duration and end under the business id of their address; a setting may replace the map of ids.',
    where: ['src/core/reports/frame-reports.ts', 'src/core/reports/business-ids.ts'],
  },
  {
    row: 'S33',
    what: 'An analytics event has an id, a type of the list and a scene, and is signed. A config that is refreshed once after 10 s selects the requests that are monitored.',
    where: ['src/core/reports/analytics.ts', 'src/core/reports/ajax-monitor.ts', 'src/ui/page/page-analytics.ts'],
  },
  {
    row: 'S34',
    what: 'The fan club of the star follows its switch; joining and lighting up are calls with a timeout.',
    where: [],
  },
  {
    row: 'S35',
    what: 'A mystic viewer has no name in the room; a click on the viewer opens an explanation.',
    where: ['src/core/room/people/mystic.ts'],
  },
  {
    row: 'S36',
    what: "Separate numbers: the duration of a singer's turn, image sizes by path, the z-index of toasts, the timeouts of callbacks.",
    where: ['src/core/room/layout/image-sizes.ts', 'src/ui/tokens.css', 'src/core/frames/frame.ts'],
  },
  {
    row: 'S37',
    what: 'Each family of pushes has a feature that displays it: headline, PK, music, orders, games and others. The table of messages below names the feature of each message.',
    where: [],
  },
];

export const REQUIREMENTS: readonly RequirementGroup[] = [
  { title: 'Page and start-up', rows: PAGE },
  { title: 'Player', rows: PLAYER },
  { title: 'Reports', rows: REPORTS },
  { title: 'Socket', rows: SOCKET },
  { title: 'Chat, gifts and entries', rows: CHAT },
  { title: 'Embedded pages, analytics and features', rows: FEATURES },
];
