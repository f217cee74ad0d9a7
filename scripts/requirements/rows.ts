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
    what: "Two addresses lead here: a room for viewers (a number, with `e/` in front on the embedding platform) and the star's own room. Who is not the star of that room is sent to the viewers' address. Without a room there is the lobby, a page that asks who is the star, or one that says why.",
    where: ['src/core/room/route.ts', 'src/core/room/start-up.ts', 'src/core/room/room-list.ts', 'src/ui/lobby/open.tsx'],
  },
  {
    row: 'P2',
    what: 'The query parameters are one table of flags, each with its type, limits and default. A bad value is ignored by name; traffic channels and client types come from tables.',
    where: ['src/core/room/page-input.ts', 'src/core/room/refer.ts', 'src/workers/room/visitor.ts'],
  },
  {
    row: 'P3',
    what: 'The parts of the page are there in every state that needs them: loading, the two tips, advertisement, player, mounts, chat, bottom panel, the way back to live, and a menu on the video with the player log.',
    where: ['src/ui/room/Room.tsx', 'src/ui/stage/Stage.tsx', 'src/ui/stage/PlayerMenu.tsx', 'src/ui/chat/Chat.tsx'],
  },
  {
    row: 'P4',
    what: 'The layout follows the window (200 ms after it rests) and the room: upright rooms get another stage, six policies place the picture, and mounts are left out where they would be in the way.',
    where: ['src/core/room/layout.ts', 'src/workers/room/layout-controller.ts'],
  },
  {
    row: 'P5',
    what: 'Start-up has one order: live info, advertisement if any, live or offline video, chat, layout, lead-in if any. Features load lazily, and the room goes on without one that does not.',
    where: ['src/core/room/start-up.ts', 'src/workers/room/start-up-controller.ts', 'src/workers/room/feature-host.ts'],
  },
  {
    row: 'P6',
    what: 'Live info is read field by field. A refusal shows a page of its own or the back-to-live dialog, and so does a room that is missing or closed; any other failure starts the room without it, once; another live type than before reloads the page.',
    where: ['src/core/room/live-info.ts', 'src/core/room/start-up.ts', 'src/core/room/unavailable.ts'],
  },
  {
    row: 'P7',
    what: 'Live or offline and star or viewer decide what is on the stage; a star who only broadcasts upright is a viewer here. The visit is reported 3 s after live started.',
    where: ['src/core/room/start-up.ts', 'src/core/reports/enter-room.ts'],
  },
  {
    row: 'P8',
    what: "Before live an advertisement may play: asked for within 2 s, only where its element is, and not again where this viewer has seen this concert's. Any failure lets live start.",
    where: ['src/core/room/ad.ts', 'src/core/room/first-calls.ts'],
  },
  {
    row: 'P9',
    what: "A lead-in video plays first when a song was asked for; more are fetched near the end. Its end, an error, the viewer's own accepted song or gift, a click, or 15 s without it lead to live.",
    where: [],
  },
  {
    row: 'P10',
    what: 'The client download is looked up when it is wanted: with status 1 its address is saved as a file, else an alert says what failed and shows the code.',
    where: ['src/workers/room/calls.ts', 'src/core/room/live-info.ts', 'src/workers/room/page-actions.ts', 'src/ui/download.ts'],
  },
  {
    row: 'P11',
    what: 'Arrivals on a mount wait in a queue that is drained every 50 ms, and are welcomed by the first 15 characters of their name.',
    where: ['src/core/room/show-queue.ts'],
  },
  {
    row: 'P12',
    what: 'Resources of effects are stored in IndexedDB with limits of their own; where that is slow, missing, full or broken they come without it.',
    where: ['src/core/cache/resources.ts', 'src/workers/cache/cache.ts', 'src/workers/cache/store.ts', 'src/ui/resources.ts'],
  },
  {
    row: 'P13',
    what: 'A cookie is written only with a clean name and value. Stored values may expire and are checked when they are read; the counted stalls and the player that was chosen are among them.',
    where: ['src/core/room/cookies.ts', 'src/core/room/stored.ts', 'src/workers/room/storage.ts', 'src/player/memory.ts'],
  },
];

const PLAYER: readonly Requirement[] = [
  {
    row: 'P20',
    what: "Four kinds of players stand behind one interface: H264 and native H265 by HTTP-FLV, H265 by the project's decoder, WebRTC. Their status has a name and a code.",
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
    what: 'Addresses count only in a good answer of a live room. Without any, and without a lead-in, the failure tip shows and the missing address is reported.',
    where: ['src/core/room/live-info.ts', 'src/player/rules/recovery-play.ts'],
  },
  {
    row: 'P22',
    what: 'Which kinds are tried is a table: each row that removes one has a reason with its code (switch, size, stored stalls, browser, missing abilities); native H265 takes the native address.',
    where: ['src/player/rules/candidates.ts'],
  },
  {
    row: 'P23',
    what: 'Each failure has its next step in a table: the other codec once, WebRTC to FLV, H265 to H264, sharing off once. A downgrade for stalls is counted for later visits, one for picture-in-picture is not.',
    where: [
      'src/player/rules/recovery-rules.ts',
      'src/player/rules/recovery-failure.ts',
      'src/player/kinds/webrtc.ts',
      'src/core/p2p/sharing.ts',
    ],
  },
  {
    row: 'P24',
    what: "Between two addresses the player waits, but not at the first, a forced or a codec's attempt. When all have failed it asks for fresh ones, twice, 5 s apart; then it gives up and says so.",
    where: ['src/player/rules/recovery.ts', 'src/player/rules/recovery-play.ts', 'src/player/rules/constants.ts'],
  },
  {
    row: 'P25',
    what: 'A position that does not move, is negative or never came starts the player again, with its reason. H265 that stalls or decodes too slowly gives way to H264, for a day.',
    where: [
      'src/player/rules/recovery-watch.ts',
      'src/player/rules/stall-watch.ts',
      'src/player/rules/decode-watch.ts',
      'src/player/rules/constants.ts',
    ],
  },
  {
    row: 'P26',
    what: 'What counts as a network error, and under which of the eight codes a failed pull is reported, is one table each.',
    where: ['src/player/rules/network-error.ts', 'src/player/rules/media-errors.ts', 'src/player/rules/names.ts'],
  },
  {
    row: 'P27',
    what: 'A tab that is shown again starts the player again when its sound is broken, too far from the picture, or too much is buffered. A hidden H265 stops decoding after 5 s.',
    where: [
      'src/player/rules/visibility.ts',
      'src/player/rules/recovery-watch.ts',
      'src/player/rules/constants.ts',
      'src/player/decoding.ts',
    ],
  },
  {
    row: 'P28',
    what: 'Two messages may stand in the player; none when only its script did not load. The failure tip replaces the other one.',
    where: ['src/core/room/player-message.ts', 'src/workers/room/player-controller.ts'],
  },
  {
    row: 'P29',
    what: 'The H265 player keeps to its numbers: sizes of chunks and buffers, the time before the first frame, the pace; it never blocks the page and leaves nothing behind.',
    where: [
      'src/player/rules/constants.ts',
      'src/player/rules/pacing.ts',
      'src/player/rules/threads.ts',
      'src/workers/decode',
      'src/player/kinds/h265.ts',
    ],
  },
  {
    row: 'P30',
    what: 'Messages that travel in the stream (song, delay, bit rate, gift, pitch and the others) are handed on when their picture is shown, of every kind of player.',
    where: ['src/player/rules/stream-messages.ts', 'src/player/rules/message-queue.ts', 'src/player/kinds/element-messages.ts'],
  },
  {
    row: 'P31',
    what: 'In their own room the star publishes instead of watching: camera and microphone go by WHIP or to SRS as well as the uplink carries them, a lost connection comes back by itself, after a reload the room is found on the air elsewhere, and no pull is reported.',
    where: ['src/core/reports/pull.ts'],
  },
];

const REPORTS: readonly Requirement[] = [
  {
    row: 'P40',
    what: 'A visit is reported 3 s and 10 s after it began, then every 10 s, with where and what was watched.',
    where: ['src/core/reports/enter-room.ts'],
  },
  {
    row: 'P41',
    what: 'A pull reports its start, first picture, failures and stalls, its speed every 5 s and its performance at most once a minute; 60 s without a picture are reported as timed out.',
    where: ['src/core/reports/pull.ts', 'src/workers/stats/stats.ts'],
  },
  {
    row: 'P42',
    what: 'Errors and performance are logged with room and viewer. What could not be sent waits, survives the page, and leaves by a beacon when it closes; nothing is sent twice.',
    where: ['src/core/reports/outbox.ts', 'src/core/reports/beacons.ts', 'src/workers/stats/sender.ts', 'src/ui/beacons.ts'],
  },
];

const SOCKET: readonly Requirement[] = [
  {
    row: 'S1',
    what: 'Chat addresses come from a scheduler, are kept until they are too old, and belong to a guest or a login. Each of its codes has a rule: slider check, no fallback, built-in list, another try.',
    where: ['src/core/socket/address.ts', 'src/workers/socket/dispatch.ts'],
  },
  {
    row: 'S2',
    what: 'A connection has 10 s; after a loss the wait grows up to 10 s and the address changes; five failures in a row end it until the viewer asks again.',
    where: ['src/core/socket/connection.ts', 'src/core/socket/policy.ts'],
  },
  {
    row: 'S3',
    what: 'A frame has a marker, a version, a type, a length and a checksum; its envelope says how the content is packed. Whatever is bad is counted by name, and nothing else is lost.',
    where: ['src/wire/frame.ts', 'src/wire/envelope.ts', 'src/wire/inflate.ts'],
  },
  {
    row: 'S4',
    what: "The login says who, where and with what: the user only with both cookies, a device number made once, the position in the room's messages, the result of a slider check.",
    where: ['src/workers/room/identity.ts', 'src/core/socket/outgoing.ts', 'src/core/socket/safety.ts'],
  },
  {
    row: 'S5',
    what: 'Seven commands are sent. Messages that want it are acknowledged, the position is kept over reconnects, and a message that comes again is seen once.',
    where: ['src/core/socket/commands.ts', 'src/core/socket/delivery.ts', 'src/core/socket/acks.ts', 'src/wire/encode-command.ts'],
  },
  {
    row: 'S6',
    what: 'A heartbeat goes out every 10 s; three without an answer mean another connection. The first message says whether the login holds.',
    where: ['src/core/socket/connection.ts'],
  },
  {
    row: 'S7',
    what: 'Lines that are written while the connection is away wait and go out 3 s apart, each once and in order, only for the login that wrote them.',
    where: ['src/core/socket/chat-queue.ts', 'src/core/socket/policy.ts', 'src/workers/socket/outbox.ts', 'src/workers/room/own-lines.ts'],
  },
  {
    row: 'S8',
    what: 'Text that is not JSON is counted and left out. Angle brackets are escaped both ways, characters that turn or hide text are removed, and a connection that wants strings gets strings.',
    where: ['src/core/socket/cleaning.ts', 'src/wire/text-message.ts', 'src/wire/body.ts'],
  },
  {
    row: 'S9',
    what: 'Every message has a row with its number, schema, class and limit, is decoded once and goes to who handles it. Unknown numbers are counted.',
    where: ['src/wire/registry.ts', 'src/workers/socket/reading.ts', 'src/wire/contents.ts', 'src/workers/room/feature-host.ts'],
  },
  {
    row: 'S10',
    what: 'With `debug=1` and `cmd` the page shows what the socket sends and receives, without its token.',
    where: ['src/workers/socket/debug-lines.ts', 'src/ui/chat/SocketDebug.tsx'],
  },
];

const CHAT: readonly Requirement[] = [
  {
    row: 'S20',
    what: 'Chat shows who speaks, with level, medals, fan tag and mount, at any rate of messages, as text alone. A line that the server refuses says why; a question of the server is asked in the page.',
    where: [
      'src/core/room/chat-row.ts',
      'src/core/room/chat-feed.ts',
      'src/core/room/chat-badges.ts',
      'src/wire/ext.ts',
      'src/core/socket/chat-refusal.ts',
      'src/ui/chat/tail.ts',
    ],
  },
  {
    row: 'S21',
    what: 'A gift is sent with all that belongs to it, and each refusal has its text and what follows it.',
    where: ['src/workers/effects/worker.ts'],
  },
  {
    row: 'S22',
    what: 'Who comes in is announced from a queue with limits for its length, its pace and repetitions; one rule decides who is welcomed, in the chat and in the tips above it.',
    where: ['src/core/room/welcome.ts', 'src/core/room/show-queue.ts'],
  },
  {
    row: 'S23',
    what: 'A viewer whom the scheduler distrusts passes a slider check before chatting, and may try it twice.',
    where: ['src/core/socket/address.ts', 'src/core/socket/policy.ts'],
  },
  {
    row: 'S24',
    what: 'Whatever needs a login opens the login dialog.',
    where: ['src/core/room/dialogs.ts', 'src/workers/room/login-controller.ts'],
  },
];

const MODULES: readonly Requirement[] = [
  {
    row: 'S30',
    what: 'An embedded page goes through nine states, has 10 s to load, and talks to the room only from an allowed origin; while it loads and when it failed, the page says so.',
    where: ['src/core/frames/frame.ts', 'src/core/frames/origin.ts'],
  },
  {
    row: 'S31',
    what: 'An activity is opened by one of eleven keys; any other key is a link in a window that can be moved and waits until its page is ready.',
    where: ['src/core/frames/activities.ts'],
  },
  {
    row: 'S32',
    what: 'Embedded pages report when they open, while they are open and how they end, under the business id of their address; the map of ids may be replaced from outside.',
    where: ['src/core/reports/frame-reports.ts', 'src/core/reports/business-ids.ts'],
  },
  {
    row: 'S33',
    what: "Analytics take an event with its id, a type out of the list and a scene, and each is signed; the room's requests are watched by a config that is fetched again after 10 s.",
    where: ['src/core/reports/analytics.ts', 'src/core/reports/ajax-monitor.ts', 'src/ui/page-analytics.ts'],
  },
  {
    row: 'S34',
    what: "The star's fan club shows what its switch allows; joining and lighting up are calls with a time limit.",
    where: [],
  },
  {
    row: 'S35',
    what: 'A mystic guest has no name in the room; pressing on it explains what that is.',
    where: ['src/core/room/mystic.ts'],
  },
  {
    row: 'S36',
    what: "Small things with numbers of their own: the length of a singer's turn, the sizes of pictures by their path, where toasts lie, how long a callback may take.",
    where: ['src/core/room/image-sizes.ts', 'src/ui/tokens.css', 'src/core/frames/frame.ts'],
  },
  {
    row: 'S37',
    what: 'Each family of pushes has a module that shows it: headline, PK, music, orders, games and the others. The table of messages below says which message has one.',
    where: [],
  },
];

export const REQUIREMENTS: readonly RequirementGroup[] = [
  { title: 'Page and start-up', rows: PAGE },
  { title: 'Player', rows: PLAYER },
  { title: 'Reports', rows: REPORTS },
  { title: 'Socket', rows: SOCKET },
  { title: 'Chat, gifts and entries', rows: CHAT },
  { title: 'Embedded pages, analytics and modules', rows: MODULES },
];
