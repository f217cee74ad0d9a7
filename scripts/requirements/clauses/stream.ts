import { clause, type ClauseRows } from './clause.ts';

/** P29 to P31: the numbers of the H265 pipeline, messages in the stream, the star's broadcast. */
export const STREAM_CLAUSES: ClauseRows = {
  P29: [
    clause(
      'A chunk has 131072 bytes; 180 segments are cached.',
      'player/rules/constants.ts',
      'player/rules/pipeline-numbers',
      '180 segments of 131072 bytes wait for the decoder, and not a byte more',
    ),
    clause(
      'Playback starts with 1000 ms buffered.',
      'player/rules/clock/pacing.ts',
      'player/rules/pipeline-numbers',
      'buffering 1000 ms: media time starts with this much buffered and not before',
    ),
    clause(
      'The preload is 2000 ms and the keep-cache rate 1.1.',
      'player/rules/clock/pacing.ts',
      'player/rules/pipeline-numbers',
      'preload 2000 ms and keep-cache rate 1.1',
    ),
    clause(
      'The first-frame ready delay is 2 s.',
      'player/rules/recovery/recovery-play.ts',
      'player/rules/pipeline-numbers',
      'first-frame ready delay 2 s',
    ),
    clause(
      'The FLV connect frequency is 15 s by default: a connection without a byte is closed after it.',
      'player/rules/recovery/play-command.ts',
      'player/rules/pipeline-numbers',
      'flv connect frequency: a connection without a byte is closed after 15 s, or after the time of the config',
    ),
    clause(
      'The numbers that the specification calls defaults are settings of the remote config.',
      'player/rules/constants.ts',
      'core/section-9',
      '%s is a default: the config replaces it',
    ),
    clause(
      'The default volume is 80 (0.8).',
      'player/rules/clock/default-volume.ts',
      'player/rules/pipeline-numbers',
      'volume 80 is the initial volume, and 0.8 is the same value',
    ),
    clause(
      'The picture rate is 60 per second; every specified number has a unit and a source.',
      'player/rules/constants.ts',
      'player/rules/recovery/stall-watch',
      'the numbers have their specified values, each with a unit and a source',
    ),
  ],
  P30: [
    clause(
      'Codes 1 to 28 are messages; 1 song, 2 delay, 3 bit rate, 4 effect gift and 5 pitch have bodies.',
      'player/rules/messages/stream-message-bodies.ts',
      'player/rules/messages/stream-messages',
      'code %d with %s',
    ),
    clause(
      'Messages are dispatched with their picture, in order.',
      'player/rules/messages/message-queue.ts',
      'player/rules/messages/stream-messages',
      'messages are dispatched in the order of their pictures, those of one picture in order of arrival',
    ),
    clause(
      'A message is a script tag with the specified name, or an SEI with the project’s UUID.',
      'player/rules/messages/stream-messages.ts',
      'player/rules/messages/stream-messages',
      'an SEI is a message only under the project’s UUID',
    ),
    clause(
      'A message that cannot be parsed is only logged; the others are kept.',
      'workers/room/features/stream-info.ts',
      'room/features/stream-info',
      'a message that cannot be parsed is logged with its code and its text, within a bound; the next one is shown',
    ),
    clause(
      'Messages appear with their pictures on the page, of script tags and of SEIs.',
      'player/kinds/element-messages.ts',
      'e2e/h265-page',
      'h264 stream messages are shown with their pictures: gifts of script tags and of SEIs with the flashes',
    ),
    clause(
      'Song and gift are shown over the picture.',
      'features/stream-info/room.ts',
      'wires/actions',
      'each action of $name causes the events, the calls with fields and credentials',
    ),
  ],
  P31: [
    clause(
      'The star’s player is the publishing tool.',
      'features/publish/rules.ts',
      'room/room',
      'the room’s star publishes and pulls nothing; retry does not start a player',
    ),
    clause(
      'Pull reports are skipped for the star.',
      'workers/stats/stats.ts',
      'workers/stats/stats',
      'player facts become reports with stream and room; the star’s are skipped',
    ),
    clause(
      'Broadcast tools are available only to the star.',
      'workers/room/features/feature-host.ts',
      'room/kernel',
      'a feature for stars runs only for the star, once the role is known',
    ),
  ],
};
