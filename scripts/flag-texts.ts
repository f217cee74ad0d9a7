import type { FLAGS } from '../src/core/room/start/page-input.ts';

/** What each query parameter does, for docs/offline-room.md. Not a field of the table, because the page would load these texts. */
export const FLAG_TEXTS: Readonly<Record<(typeof FLAGS)[number]['name'], string>> = {
  r: 'liveroom: a send-limited normal room offers the way back to the live room',
  lite: 'lite mode: no mount effects',
  debug: 'debug players and debug socket; allows kind, src, config and cmd',
  lenovo: 'client type 43',
  refer: 'traffic channel, mapped by src/core/room/start/refer.ts',
  sourceFrom: 'where the visitor came from, reported as it is',
  fx_unionId_ck: 'union id, kept in the cookie fx_unionId_{id}',
  type: '3 with songName starts the lead-in video',
  songName: 'song of the lead-in video; the part before "|" is used',
  playuuid: 'play id of the lead-in video',
  apmAutoTest: 'accepted without effect',
  cmd: 'socket debug command, with debug=1',
  lang: 'language of the page; stored',
  kind: 'with debug=1: the player to use',
  src: 'with debug=1 and kind: the address to play instead of the room’s',
  config: 'with debug=1: remote config overrides, for example stallWaitMs:3000,h265:0',
  scenario: 'offline room: what the mock backend plays',
};
