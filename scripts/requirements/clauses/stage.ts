import { clause, type ClauseRows } from './clause.ts';

/** P7 to P13: live or offline, advertisement, lead-in, download, mounts, cache, stored values. */
export const STAGE_CLAUSES: ClauseRows = {
  P7: [
    clause(
      'Status 1 is live, 0 is offline, also by push.',
      'workers/room/room.ts',
      'room/room',
      'a push of live status stops and starts live; a push of another room changes nothing',
    ),
    clause(
      'The star in the own room has role 1, everyone else 0.',
      'core/room/start-up.ts',
      'core/room/page',
      'the star stays on the star route with role 1, anyone else is redirected to the viewer room',
    ),
    clause(
      'A star who only broadcasts upright is a viewer here.',
      'core/room/start-up.ts',
      'core/room/start-up',
      'a vertical-only star in the own room is a viewer',
    ),
    clause(
      'A viewer of an offline room gets the offline video.',
      'core/room/start-up.ts',
      'core/room/start-up',
      'an offline room shows its offline video, and live starts when the star comes',
    ),
    clause(
      'In a live room the enter-room report leaves after 3 s.',
      'core/reports/enter-room.ts',
      'core/reports/enter-room',
      'a live room is reported at 3 s with state 0',
    ),
    clause('A radio room is sound without a picture.', 'core/room/start-up.ts', 'e2e/room', 'a radio room plays sound without a picture'),
  ],
  P8: [
    clause(
      'The query is a POST with roomId, appid 1010 and _p 7, cookies and no body, and is given up after 2 s.',
      'core/room/first-calls.ts',
      'room/room',
      'the ad query contains its app id and platform, sends cookies to the secure service, and times out after 2 s',
    ),
    clause(
      'It plays where the switch is 1, the room is live and the poster element exists.',
      'core/room/ad.ts',
      'features/ad/ad',
      'every reason of the ad table is reached, and the memory is bounded',
    ),
    clause(
      'Without the poster no ad takes the stage.',
      'workers/room/page-events.ts',
      'room/page-events',
      'without the page’s poster no ad takes the stage',
    ),
    clause('Live waits for its end.', 'features/ad/rules.ts', 'e2e/room', 'live waits for the advertisement and no longer'),
    clause(
      'An ad that does not repeat is not shown again to a user who saw that concert’s; the list is kept by user and concert.',
      'features/ad/rules.ts',
      'features/ad/ad',
      'an ad watched to its end is remembered; a failed one is not, and live starts anyway',
    ),
    clause(
      'Whatever fails starts live at once.',
      'features/ad/rules.ts',
      'room/calls',
      'the ad query is aborted after 2 s, and live starts',
    ),
  ],
  P9: [
    clause(
      'It needs the switch, a viewer, type 3 and a song name; the part before "|" counts.',
      'core/room/lead-in.ts',
      'features/lead-in/lead-in',
      'every reason of the table is reached, the song is the part before "|", and a declined lead-in leaves the stage',
    ),
    clause(
      'The list is asked for with _p, callback, song, star, needHttps 1, room, and play id, next batch and vertical 1 where there are any; 2 s, cookies.',
      'features/lead-in/room.ts',
      'wires/actions',
      'each action of $name reaches its machine, the service with these fields and credentials',
    ),
    clause(
      'The request is retried once, then live follows.',
      'features/lead-in/rules.ts',
      'features/lead-in/lead-in',
      'the list request is retried once',
    ),
    clause(
      'Near the end the next batch is fetched by `nextFetchId`.',
      'features/lead-in/rules.ts',
      'features/lead-in/lead-in',
      'near the end of the last video the next batch is requested once, by nextFetchId, and follows',
    ),
    clause(
      'It returns to live by its end, an error, a list that does not come, an empty list and a click.',
      'features/lead-in/rules.ts',
      'features/lead-in/lead-in',
      'every way back to live is reached, and none happens twice',
    ),
    clause(
      'So do the viewer’s own accepted song and the own gift of type 4; those of others do not.',
      'features/lead-in/room.ts',
      'room/room',
      'the own accepted song and the own gift of type 4 end the lead-in; those of others do not',
    ),
    clause(
      'The whole attempt may take 15 s, then code 111 is reported.',
      'features/lead-in/rules.ts',
      'features/lead-in/lead-in',
      'the whole attempt times out at 15 s, also while the video opens, and reports 111',
    ),
    clause(
      'Its duration is logged every 10 s, for the union ids 134, 148 and 72.',
      'features/lead-in/room.ts',
      'room/room',
      'the lead-in’s duration is logged every 10 s, only for the specified union ids',
    ),
  ],
  P10: [
    clause(
      'The lookup names `protocal` and a callback, and goes to the secure service.',
      'workers/room/calls.ts',
      'room/calls',
      'call %# is sent to its service and aborted at its timeout',
    ),
    clause(
      'With status 1 the address is downloaded; else its error code is shown.',
      'workers/room/page-actions.ts',
      'room/room',
      'client download: with status 1 its address is saved, a failure is shown by its code, never by an address',
    ),
  ],
  P11: [
    clause(
      'One mount at a time, the text with the first 15 characters of the nickname.',
      'features/mounts/rules.ts',
      'features/mounts/mounts',
      'mounts are shown one at a time with fifteen characters of the nickname; the oldest of too many is dropped',
    ),
    clause(
      'The queue is drained every 50 ms.',
      'features/mounts/rules.ts',
      'features/mounts/mounts',
      'the queue is drained every 50 ms while it has entries, each appearance has a number, and an empty queue has no timer',
    ),
    clause(
      'Id, name, picture and the flag of a video come from the entry.',
      'features/mounts/rules-message.ts',
      'wires/messages',
      'each message of $name reaches its machine as the event of the table',
    ),
    clause(
      'A status other than 1 is no mount in use.',
      'wire/ext.ts',
      'wire/ext',
      'a mount with a status other than 1 is owned and not in use',
    ),
  ],
  P12: [
    clause(
      'Database `resourceDb`, table `resourceBlob`, version 1.',
      'core/cache/resources.ts',
      'core/cache/resources',
      'the numbers and names are the specified ones',
    ),
    clause(
      'An open that takes 10 s is given up with the words of the document.',
      'core/cache/resources.ts',
      'workers/cache/cache',
      'a database that never opens delays no download, and after 10 s the specified text is reported',
    ),
    clause(
      'A download that takes 30 s is given up.',
      'core/cache/resources.ts',
      'workers/cache/cache',
      'a download that does not end within 30 s is stopped, and the next one resumes it',
    ),
    clause(
      'Without IndexedDB, or with a broken one, resources come uncached.',
      'workers/cache/store.ts',
      'workers/cache/cache',
      'if IndexedDB is %s resources are uncached, and it is reported',
    ),
    clause(
      'A full disk keeps what is used and goes on.',
      'workers/cache/store.ts',
      'workers/cache/cache',
      'a full disk evicts half of the store and retries once; if still full, the resource is only used',
    ),
  ],
  P13: [
    clause(
      'A cookie has a name of word characters and a value without ";"; else it is not written.',
      'core/room/cookies.ts',
      'core/room/page',
      'a cookie needs a name of word characters and a value without',
    ),
    clause(
      'Then the line of the document is logged.',
      'workers/room/visitor.ts',
      'room/clients',
      'a login that cannot be a cookie is refused completely and logged with the specified text',
    ),
    clause(
      'Token and user id must both be there, else the visitor is anonymous with id 0.',
      'core/room/cookies.ts',
      'core/room/page',
      'a login needs both the user id and the token cookie',
    ),
    clause(
      'Stored values expire by the second.',
      'core/room/stored.ts',
      'core/room/page',
      'stored values expire to the second, and invalid ones are reported',
    ),
    clause(
      'The kind of player is kept for 36500 days, stalls are kept.',
      'player/memory.ts',
      'room/player-controller',
      'values stored by earlier visits apply: the volume, the stalls and the chosen kind',
    ),
  ],
};
