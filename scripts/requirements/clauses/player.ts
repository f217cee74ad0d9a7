import { clause, type ClauseRows } from './clause.ts';

/** P20 to P28: the player layer. */
export const PLAYER_CLAUSES: ClauseRows = {
  P20: [
    clause(
      'H264 by HTTP-FLV, H265 by the project’s own decoder, native H265 and WebRTC implement one player interface.',
      'player/rules/contract.ts',
      'e2e/policy',
      'the room plays ${kind} and the policy refuses nothing${also}',
    ),
    clause(
      'The status names are created, playing, paused, buffering, stopped and end; the numeric statuses are 1 to 12.',
      'player/rules/names.ts',
      'player/rules/recovery/stall-watch',
      'the stream statuses have the specified values',
    ),
    clause(
      'Each numeric status follows from a change of the stream.',
      'player/rules/stream-status.ts',
      'player/rules/reachable',
      'every numeric stream status 1 to 12 follows from a change of the stream',
    ),
    clause(
      'Each change of the numeric status is shown and reported.',
      'workers/room/controllers/player-controller.ts',
      'room/player-effects',
      'each change of the stream’s status is reported, and the player log keeps its newest lines',
    ),
    clause(
      'Player scripts and the wasm decoder are loaded from files of the build.',
      'player/kinds/player-registry.ts',
      'e2e/policy',
      'the room plays ${kind} and the policy refuses nothing${also}',
    ),
  ],
  P21: [
    clause(
      'Each kind has an address list; the set has the size of the stream; a WebRTC address has url, codec and provider (5 or 16).',
      'core/room/start/live-info.ts',
      'core/room/start/live-info',
      'live info: every specified field is read',
    ),
    clause(
      'The watch source is normal, or codec unsupported after such a failure of the other codec.',
      'player/rules/recovery/candidates.ts',
      'player/rules/recovery/candidates',
      'h265 stays: %s',
    ),
    clause(
      'An answer is valid with responseCode 0 and status 1; otherwise its lists are empty.',
      'core/room/start/live-info.ts',
      'core/room/start/live-info',
      'addresses are valid only with responseCode 0 and data.status 1, else the list is empty',
    ),
    clause(
      'Without an address and a lead-in the failure tip is shown, the no-live tip is hidden, and STREAM_ADDR_ERROR is reported.',
      'player/rules/recovery/recovery-play.ts',
      'player/rules/recovery/recovery',
      'without an address the tip and STREAM_ADDR_ERROR follow immediately, and fresh lists are still requested',
    ),
    clause(
      'A failed address call shows the tip and stops the player.',
      'player/rules/recovery/recovery-play.ts',
      'e2e/player-retry',
      'no address causes tip and STREAM_ADDR_ERROR 7 at once, fresh lists, then fail callback',
    ),
  ],
  P22: [
    clause(
      'H265 is removed while its switch is off, unless the codec of the other stream is unsupported.',
      'player/rules/recovery/candidates.ts',
      'player/rules/recovery/candidates',
      'h265 is removed: %s',
    ),
    clause(
      'H265 is removed if the skip switch is on and both sides exceed 720.',
      'player/rules/recovery/candidates.ts',
      'player/rules/recovery/candidates',
      'h265 is removed: %s',
    ),
    clause(
      'H265 is removed if the stored stall count has reached its threshold.',
      'player/rules/recovery/candidates.ts',
      'player/rules/recovery/candidates',
      'h265 is removed: %s',
    ),
    clause(
      'H265 is removed in Safari without Chrome, in Chrome below 80, and without shared memory.',
      'player/rules/recovery/candidates.ts',
      'player/rules/recovery/candidates',
      'h265 is removed: %s',
    ),
    clause(
      'H265 stays with one side over 720, and in Chrome 80.',
      'player/rules/recovery/candidates.ts',
      'player/rules/recovery/candidates',
      'h265 stays: %s',
    ),
    clause(
      'A browser with a native H265 decoder uses the native address.',
      'player/rules/recovery/candidates.ts',
      'player/rules/recovery/candidates',
      'a browser with native hevc uses the native address, with the reason NATIVE_H265',
    ),
    clause(
      'WebRTC is removed without the video frame callback, and if its switch is off.',
      'player/rules/recovery/candidates.ts',
      'player/rules/recovery/candidates',
      'WebRTC is removed without the video frame callback, without peer connections and by config',
    ),
    clause(
      'Each removal has its specified switch reason.',
      'player/rules/names.ts',
      'player/rules/reachable',
      'every switch reason 0 to 10 occurs',
    ),
  ],
  P23: [
    clause(
      'An unsupported codec without an earlier failure switches from H264 to H265, once.',
      'player/rules/recovery/recovery-rules.ts',
      'player/rules/recovery/recovery',
      'an unsupported codec without an earlier failure changes h264 to h265 immediately, and only once',
    ),
    clause(
      'A WebRTC failure falls back to FLV.',
      'player/rules/recovery/recovery-rules.ts',
      'player/rules/recovery/recovery',
      'a WebRTC failure falls back to flv',
    ),
    clause(
      'An H265 decode error falls back to H264.',
      'player/rules/recovery/recovery-rules.ts',
      'player/rules/recovery/recovery',
      'an h265 decode error falls back to h264, a network error stays with h265',
    ),
    clause(
      'A downgrade after a stall counts one stall.',
      'player/rules/recovery/recovery-watch.ts',
      'player/rules/recovery/recovery',
      'a stall changes h265 to h264, with the reason STALL_CHECKER, and counts one stall',
    ),
    clause(
      'A downgrade for picture-in-picture counts none.',
      'player/rules/recovery/recovery.ts',
      'player/rules/recovery/recovery',
      'picture-in-picture changes h265 to h264 without counting a stall',
    ),
    clause(
      'H265 gives way to H264 for picture-in-picture only where the browser makes no track of frames.',
      'player/rules/decoding/picture-surface.ts',
      'player/rules/decoding/picture-surface',
      'the surface of H265 in %s',
    ),
    clause(
      'A P2P error is retried once without P2P.',
      'player/rules/recovery/recovery-rules.ts',
      'player/rules/recovery/recovery',
      'a P2P error causes one immediate retry without P2P',
    ),
    clause(
      'The switch reasons have the codes 0 to 10.',
      'player/rules/names.ts',
      'player/rules/recovery/candidates',
      'switch reason codes have the specified values',
    ),
  ],
  P24: [
    clause(
      'The next address waits for the retry interval; the first attempt waits 0.',
      'player/rules/recovery/recovery-play.ts',
      'player/rules/recovery/recovery',
      'the first attempt starts immediately, the next address after the retry interval, a fresh list after the last address',
    ),
    clause(
      'A forced retry and an unsupported codec wait 0.',
      'player/rules/recovery/recovery.ts',
      'player/rules/recovery/recovery',
      'a forced retry starts immediately and resets every budget',
    ),
    clause(
      'After the last address the retry counter is increased and a fresh list is requested.',
      'player/rules/recovery/recovery-failure.ts',
      'player/rules/recovery/recovery',
      'the first attempt starts immediately, the next address after the retry interval, a fresh list after the last address',
    ),
    clause(
      'There are at most 2 retries, 5 s apart; then the fail callback is called.',
      'player/rules/constants.ts',
      'player/rules/recovery/recovery',
      'after two retries in which every address fails, the fail callback and the failure tip follow once each',
    ),
    clause(
      'The failure tip is shown only if the room is live.',
      'player/rules/recovery/recovery-play.ts',
      'player/rules/recovery/recovery',
      'the failure tip is shown only if live',
    ),
    clause(
      'The first-fail wait of 15 s and the stall wait of 30 s are settings.',
      'player/rules/constants.ts',
      'player/rules/recovery/stall-watch',
      'the remote config replaces tunable numbers within bounds; others are reported and keep their default',
    ),
  ],
  P25: [
    clause(
      'A position that does not change while the page is visible and playing starts a retry.',
      'player/rules/recovery/recovery-watch.ts',
      'player/rules/recovery/recovery',
      'an unchanged position is a stall after the stall wait of 30 s, and only while the page is visible',
    ),
    clause(
      'A negative position starts a retry with CURRENT_TIME_ERROR.',
      'player/rules/recovery/recovery-watch.ts',
      'player/rules/recovery/recovery',
      'a negative position is CURRENT_TIME_ERROR at once',
    ),
    clause(
      'Without a stream the first-fail timer starts a retry with TIMEOUT.',
      'player/rules/recovery/recovery-watch.ts',
      'player/rules/recovery/recovery',
      'an address without a stream within 15 s fails with TIMEOUT, and the next address follows',
    ),
    clause(
      'A picture of another size starts a retry with STREAM_PIXED_CHANGED, for the kinds that cannot change their size.',
      'player/rules/recovery/recovery-watch.ts',
      'player/rules/recovery/recovery',
      'a picture of another size restarts the kinds that cannot change their size: STREAM_PIXED_CHANGED',
    ),
    clause(
      'Each specified ack reason is reported.',
      'player/rules/recovery/recovery-state.ts',
      'player/rules/reachable',
      'every ack reason is reported',
    ),
    clause(
      'A pause below 200 ms is not a stall; a pause above 20 s is ignored.',
      'player/rules/recovery/stall-watch.ts',
      'player/rules/recovery/stall-watch',
      'stalls are counted between 200 ms and 20 s of lost time',
    ),
    clause(
      'H265 is replaced by H264 after 2 minutes, by three stalls within 3 minutes or by an average decode time over 25 ms.',
      'player/rules/recovery/stall-watch.ts',
      'player/rules/recovery/stall-watch',
      'h265 is replaced after two minutes: three stalls, or slow decoding with one stall or dropped pictures',
    ),
    clause(
      'H264 is kept for a day.',
      'player/memory.ts',
      'room/controllers/player-controller',
      'a stall downgrade is counted and keeps h264 for a day',
    ),
  ],
  P26: [
    clause(
      '-1, 404, 500, 502, 503, 504, a network-error string and an io error type are network errors.',
      'player/rules/recovery/network-error.ts',
      'player/rules/recovery/stall-watch',
      'a network error is one of six statuses, a network-error string or an io error type',
    ),
    clause(
      'The pull failure codes are 1 to 8.',
      'player/rules/names.ts',
      'player/rules/recovery/stall-watch',
      'the pull failure codes have the specified values',
    ),
    clause(
      'Each pull failure code is reported.',
      'player/rules/recovery/media-errors.ts',
      'player/rules/reachable',
      'every pull failure code 1 to 8 is reported',
    ),
  ],
  P27: [
    clause(
      'The player restarts if the audio length is negative, audio and video differ by more than 10 s, or more than 10 s are buffered.',
      'player/rules/clock/visibility.ts',
      'player/rules/recovery/stall-watch',
      'every reason of the return table is reachable',
    ),
    clause(
      'It does not restart if the relay switch is off, the room is not live, or the player is stopped.',
      'player/rules/clock/visibility.ts',
      'e2e/player-stall',
      'the player is not restarted: ${why} (${scenario})',
    ),
    clause(
      'A hidden tab stops decoding H265 after 5 s.',
      'player/decoding.ts',
      'room/controllers/player-controller',
      'decoding stops 5 s after the tab is hidden, and resumes when it is shown',
    ),
  ],
  P28: [
    clause(
      'The player box shows the two specified sentences exactly.',
      'core/room/stage/player-message.ts',
      'browser/ui/room-page',
      'both messages of the player are shown exactly, with the failure tip; a script load failure has no message',
    ),
    clause(
      'A player script that fails to load shows neither sentence.',
      'core/room/stage/player-message.ts',
      'player/rules/recovery/stall-watch',
      'the player box shows one of two sentences, and none if the player script failed to load',
    ),
    clause(
      'After a load error the failure tip is shown and the no-live tip is hidden.',
      'ui/stage/StageTips.tsx',
      'e2e/player-retry',
      'that cannot be loaded shows the tip without any of the messages',
    ),
    clause(
      'A browser without any playable kind is reported as NO_SUPPORT.',
      'player/rules/recovery/recovery-play.ts',
      'e2e/player-retry',
      'a browser that plays nothing shows the upgrade message, reports code 3, and makes no further attempt',
    ),
  ],
};
