import { clause, type ClauseRows } from './clause.ts';

/** P7 to P13: live or offline, advertisement, lead-in, download, mounts, cache, stored values. */
export const STAGE_CLAUSES: ClauseRows = {
  P7: [
    clause(
      'Live status 1 is live and 0 is offline, in live info and in pushes.',
      'workers/room/room.ts',
      'room/room',
      'a push of live status stops and starts live; a push of another room changes nothing',
    ),
    clause(
      'The star has role 1 in the own room; every other user has role 0.',
      'core/room/start/start-up.ts',
      'core/room/start/page',
      'the star stays on the star route with role 1, anyone else is redirected to the viewer room',
    ),
    clause(
      'A star who broadcasts only in vertical format is a viewer in the own room.',
      'core/room/start/start-up.ts',
      'core/room/start/start-up',
      'a vertical-only star in the own room is a viewer',
    ),
    clause(
      'A viewer of an offline room gets the offline video.',
      'core/room/start/start-up.ts',
      'core/room/start/start-up',
      'an offline room shows its offline video, and live starts when the star comes',
    ),
    clause(
      'In a live room the enter-room report is sent after 3 s.',
      'core/reports/enter-room.ts',
      'core/reports/enter-room',
      'a live room is reported at 3 s with state 0',
    ),
    clause(
      'A radio room plays sound without a picture.',
      'core/room/start/start-up.ts',
      'e2e/room',
      'a radio room plays sound without a picture',
    ),
  ],
  P8: [
    clause(
      'The query is a POST with roomId, appid 1010, _p 7, cookies and an empty body; its timeout is 2 s.',
      'core/room/start/first-calls.ts',
      'room/room',
      'the ad query contains its app id and platform, sends cookies to the secure service, and times out after 2 s',
    ),
    clause(
      'The ad plays if the switch is 1, the room is live and the poster element exists.',
      'core/room/stage/ad.ts',
      'features/ad/ad',
      'every reason of the ad table is reached, and the memory is bounded',
    ),
    clause(
      'Without the poster element no ad is shown.',
      'workers/room/page-events.ts',
      'room/page-events',
      'without the page’s poster no ad takes the stage',
    ),
    clause(
      'Live starts after the end of the ad.',
      'features/ad/rules.ts',
      'e2e/room',
      'live waits only for the end of the advertisement; an ad query without an answer does not block it',
    ),
    clause(
      'An ad with repeatPlay 0 is shown once per user and concert; the list of seen ads is stored.',
      'features/ad/rules.ts',
      'features/ad/ad',
      'an ad watched to its end is remembered; a failed one is not, and live starts anyway',
    ),
    clause(
      'After any failure live starts at once.',
      'features/ad/rules.ts',
      'room/clients/calls',
      'the ad query is aborted after 2 s, and live starts',
    ),
  ],
  P9: [
    clause(
      'The lead-in needs the switch, a viewer, type 3 and a song name; the part of the name before "|" is used.',
      'core/room/stage/lead-in.ts',
      'features/lead-in/lead-in',
      'every reason of the table is reached, the song is the part before "|", and a declined lead-in leaves the stage',
    ),
    clause(
      'The list request has _p, callback, song, star, needHttps 1, room, and optionally play id, next batch and vertical 1; it sends cookies and has a timeout of 2 s.',
      'features/lead-in/room.ts',
      'wires/actions',
      'each action of $name causes the events, the calls with fields and credentials',
    ),
    clause(
      'The request is retried once, then live follows.',
      'features/lead-in/rules.ts',
      'features/lead-in/lead-in',
      'the list request is retried once',
    ),
    clause(
      'The request for the next batch is retried once too; if it fails again, live follows the current video.',
      'features/lead-in/rules.ts',
      'features/lead-in/lead-in',
      'the request for the next batch is retried once too; if it fails, the current video plays to its end',
    ),
    clause(
      'Near the end the next batch is fetched by `nextFetchId`.',
      'features/lead-in/rules.ts',
      'features/lead-in/lead-in',
      'near the end of the last video the next batch is requested once, by nextFetchId, and follows',
    ),
    clause(
      'Its end, an error, a list timeout, an empty list and a click return to live.',
      'features/lead-in/rules.ts',
      'features/lead-in/lead-in',
      'every way back to live is reached, and none happens twice',
    ),
    clause(
      'The viewer’s own accepted song and own gift of type 4 return to live; those of other viewers do not.',
      'features/lead-in/room.ts',
      'room/room',
      'the own accepted song and the own gift of type 4 end the lead-in; those of others do not',
    ),
    clause(
      'The whole attempt has a timeout of 15 s, reported as code 111.',
      'features/lead-in/rules.ts',
      'features/lead-in/lead-in',
      'the whole attempt times out at 15 s, also while the video opens, and reports 111',
    ),
    clause(
      'Code 111 reaches the logging service, and live starts.',
      'features/lead-in/room.ts',
      'room/room',
      'an attempt without a picture within 15 s is logged with code 111 and counted, and live starts',
    ),
    clause(
      'The duration of the lead-in is logged every 10 s for the union ids 134, 148 and 72.',
      'features/lead-in/room.ts',
      'room/room',
      'the lead-in’s duration is logged every 10 s, only for the specified union ids',
    ),
  ],
  P10: [
    clause(
      'The lookup sends `protocal` and a callback to the secure service.',
      'workers/room/clients/calls.ts',
      'room/clients/calls',
      'call %# is sent to its service and aborted at its timeout',
    ),
    clause(
      'With status 1 the address is downloaded; otherwise the error code is shown.',
      'workers/room/page-actions.ts',
      'room/room',
      'client download: with status 1 its address is saved, a failure is shown by its code, never by an address',
    ),
  ],
  P11: [
    clause(
      'One mount is shown at a time, with the first 15 characters of the nickname.',
      'features/mounts/rules.ts',
      'features/mounts/mounts',
      'mounts are shown one at a time with fifteen characters of the nickname; the oldest of too many is dropped',
    ),
    clause(
      'The welcome text greets the nickname; a mystic guest has no name in it.',
      'features/mounts/panel.tsx',
      'browser/ui/feature-panels',
      'a mount welcomes its rider by the nickname, and a mystic guest without one',
    ),
    clause(
      'The queue is drained every 50 ms.',
      'features/mounts/rules.ts',
      'features/mounts/mounts',
      'the queue is drained every 50 ms while it has entries, each appearance has a number, and an empty queue has no timer',
    ),
    clause(
      'Id, name, picture and video flag are taken from the entry message.',
      'features/mounts/rules-message.ts',
      'wires/messages',
      'each message of $name reaches its machine as the event of the table',
    ),
    clause(
      'A mount with a status other than 1 is not in use.',
      'wire/ext.ts',
      'wire/ext',
      'a mount with a status other than 1 is owned and not in use',
    ),
  ],
  P12: [
    clause(
      'The database is `resourceDb`, its table `resourceBlob`, its version 1.',
      'core/cache/resources.ts',
      'core/cache/resources',
      'the numbers and names are the specified ones',
    ),
    clause(
      'Opening the database has a timeout of 10 s, logged with the specified text.',
      'core/cache/resources.ts',
      'workers/cache/cache',
      'a database that never opens delays no download, and after 10 s the specified text is reported',
    ),
    clause(
      'A download has a timeout of 30 s.',
      'core/cache/resources.ts',
      'workers/cache/cache',
      'a download that does not end within 30 s is stopped, and the next one resumes it',
    ),
    clause(
      'If IndexedDB is missing or broken, resources are loaded uncached.',
      'workers/cache/store.ts',
      'workers/cache/cache',
      'if IndexedDB is %s resources are uncached, and it is reported',
    ),
    clause(
      'A failure of the cache is logged by the service of the reports.',
      'features/gift-effects/room.ts',
      'browser/ui/feature-panels',
      'an effect sends a failure of the resource cache to the room worker',
    ),
    clause(
      'If the disk is full, unused resources are evicted and the room continues.',
      'workers/cache/store.ts',
      'workers/cache/cache',
      'a full disk evicts half of the store and retries once; if still full, the resource is only used',
    ),
  ],
  P13: [
    clause(
      'A cookie is written only if its name has word characters only and its value no ";".',
      'core/room/start/cookies.ts',
      'core/room/start/page',
      'a cookie needs a name of word characters and a value without',
    ),
    clause(
      'A rejected cookie is logged with the specified text.',
      'workers/room/visitor.ts',
      'room/clients',
      'a login that cannot be a cookie is refused completely and logged with the specified text',
    ),
    clause(
      'A login needs both token and user id; otherwise the visitor is anonymous with id 0.',
      'core/room/start/cookies.ts',
      'core/room/start/page',
      'a login needs both the user id and the token cookie',
    ),
    clause(
      'Stored values have an expiry in seconds.',
      'core/room/start/stored.ts',
      'core/room/start/page',
      'stored values expire to the second, and invalid ones are reported',
    ),
    clause(
      'The player kind is stored for 36500 days.',
      'player/memory.ts',
      'room/player-effects',
      'the chosen kind is stored for 36500 days, the volume without an end',
    ),
    clause(
      'The stall count is stored; both values apply at the next visit.',
      'player/memory.ts',
      'room/controllers/player-controller',
      'values stored by earlier visits apply: the volume, the stalls and the chosen kind',
    ),
  ],
};
