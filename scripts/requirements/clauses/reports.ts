import { clause, type ClauseRows } from './clause.ts';

const CONTEXTS = ['wires/contexts', 'every report of %s contains user, room and platform'] as const;

/** P40 to P42: what is reported, and when. */
export const REPORT_CLAUSES: ClauseRows = {
  P40: [
    clause(
      'The visit is reported at 3 s with state 0 and at 10 s with state 1.',
      'core/reports/enter-room.ts',
      'core/reports/enter-room',
      'a live room is reported at 3 s with state 0, at 10 s with state 1, then every 10 s',
    ),
    clause(
      'After that a heartbeat is sent every 10 s.',
      'core/reports/enter-room.ts',
      'workers/stats/stats',
      'an entry is reported at exactly 3 s and 10 s, then by heartbeats until the room is left',
    ),
    clause(
      'page and os are 2 and 0 on the web, 5 and 10 embedded.',
      'core/reports/enter-room.ts',
      'core/reports/enter-room',
      'page and os are 2 and 0 on the web, 5 and 10 embedded; room and stream are the current ones',
    ),
    clause(
      'type, url, page, os, state, room_id and streamid are those of the visit.',
      'workers/room/controllers/visit-controller.ts',
      ...CONTEXTS,
    ),
  ],
  P41: [
    clause(
      'The report has type, stream, room, state, time length, fs, para, para1 and para2; the stream is that of the visit.',
      'core/reports/pull.ts',
      ...CONTEXTS,
    ),
    clause(
      'The time to the first picture is the one that the player measured, also if the player was opened before the reports.',
      'core/reports/pull.ts',
      'core/reports/pull',
      'the first screen has the time that the player measured, if start and picture are reported together',
    ),
    clause(
      'A pull without a picture is reported at 60 s; the first screen is counted at 5 s.',
      'core/reports/pull.ts',
      'core/reports/pull',
      'without a picture the first screen is counted at 5 s and the pull times out at 60 s, once each',
    ),
    clause('A failed pull carries its code.', 'core/reports/pull.ts', 'core/reports/pull', 'a failed pull is reported with its code'),
    clause(
      'Performance is reported at most every 60 s, the download speed every 5 s.',
      'core/reports/pull.ts',
      'core/reports/pull',
      'totals give a speed report every 5 s and a performance report at most every 60 s',
    ),
    clause(
      'The periods of the speed report do not drift with the times of the totals.',
      'core/reports/pull.ts',
      'core/reports/pull',
      'totals that come a moment earlier or later than each second give twelve speed reports a minute, and a gap gives one',
    ),
    clause(
      'The star’s pulls are not reported.',
      'workers/stats/stats.ts',
      'workers/stats/stats',
      'player facts become reports with stream and room; the star’s are skipped',
    ),
  ],
  P42: [
    clause('Error and performance logs contain room id and user id.', 'workers/stats/stats.ts', ...CONTEXTS),
    clause(
      'A repeated failure is counted, not logged again.',
      'workers/stats/stats.ts',
      'workers/stats/stats',
      'errors and performance are logged with room and user; a repeated failure is counted instead of logged',
    ),
    clause(
      'Reports queued while the service is down are sent when it is up again.',
      'core/reports/outbox.ts',
      'workers/stats/stats',
      'while the service is down reports wait, and arrive when it is back',
    ),
    clause(
      'Performance measured by a feature, such as the lead-in, is logged too.',
      'workers/stats/stats.ts',
      'workers/stats/stats',
      'performance reported by a feature reaches the logging service',
    ),
  ],
};
