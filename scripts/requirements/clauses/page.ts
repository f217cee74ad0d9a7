import { clause, type ClauseRows } from './clause.ts';

/** P1 to P6: addresses, parts of the page, layout, start-up, live info. */
export const PAGE_CLAUSES: ClauseRows = {
  P1: [
    clause(
      '`/live/{number}` is the viewers’ room; so are the number alone and, on the embedding platform, the number with `e/` in front.',
      'core/room/start/route.ts',
      'core/room/start/page',
      'P1 the address %s is read as its route',
    ),
    clause(
      '`/room/star/{digits}` is the star’s own room; only the user whose login id is the star id of the room stays there.',
      'core/room/start/start-up.ts',
      'core/room/start/start-up',
      'the star gets the publishing tool; another user on the star route is redirected and nothing starts',
    ),
    clause(
      'Any other user is redirected to `/live/{number}`.',
      'workers/room/controllers/start-up-controller.ts',
      'room/controllers/start-up-controller',
      'visitors other than the star are redirected from the star’s address to the viewers’',
    ),
    clause(
      '`room/startlive/` opens the star’s own room; without a number the page asks for the star’s room.',
      'ui/lobby/StarDoor.tsx',
      'e2e/lobby',
      'startlive without a number shows a form for the star’s room and login, and opens the star’s own studio',
    ),
  ],
  P2: [
    clause(
      'Each parameter of the address has a row with its type, limits and default; a bad value is reported and ignored.',
      'core/room/start/page-input.ts',
      'core/room/start/page',
      'every specified parameter has a row with a description',
    ),
    clause(
      '`r=liveroom`: a normal room with a send limit offers the popup back to the live room.',
      'core/room/start/start-up.ts',
      'core/room/start/start-up',
      'send limit in a live room, back-to-live popup in a normal room with r=liveroom',
    ),
    clause(
      '`lite=1` hides the mount effects.',
      'core/room/layout/layout.ts',
      'core/room/layout/layout',
      'mount effects are hidden in lite mode, award rooms and match rooms',
    ),
    clause(
      '`debug=1` enables the debugging of players and socket: the debug address, kind and config are ignored without it.',
      'core/room/start/debug-addresses.ts',
      'room/controllers/start-up-controller',
      'debug config and debug address apply only with debug=1',
    ),
    clause(
      '`lenovo=1` sets the client type 43; otherwise it is 7 on the web and 8 embedded.',
      'core/room/start/refer.ts',
      'room/identity',
      'the client type is that of the page: 7 web, 8 embedded, 43 lenovo',
    ),
    clause(
      '`refer` selects the channel from a table (6 to 206, 7 to 302, 8 to 301, 17 to 201; 2199 without a row); a setting supplies the other rows.',
      'core/room/start/refer.ts',
      'core/room/start/page',
      'refer determines the channel: the four specified entries, 2199 otherwise',
    ),
    clause(
      'A bought audience has channel 1201, which precedes `refer`; a setting lists its values of `sourceFrom`.',
      'core/room/start/refer.ts',
      'room/identity',
      'the channel is that of refer, and the buying-audience channel precedes it',
    ),
    clause(
      '`fx_unionId_ck` is stored in a cookie named after the union id.',
      'workers/room/visitor.ts',
      'room/room',
      'the union id becomes a cookie, lite hides the mounts, lenovo and refer reach the socket login',
    ),
    clause(
      '`type=3` with `songName` and `playuuid` requests the lead-in.',
      'core/room/stage/lead-in.ts',
      'features/lead-in/lead-in',
      'every reason of the table is reached, the song is the part before "|", and a declined lead-in leaves the stage',
    ),
    clause(
      '`cmd` with `debug=1` selects the messages that the socket log shows; 0 selects all.',
      'workers/socket/debug-lines.ts',
      'workers/socket/socket',
      'a debug command shows the traffic of its number, never the token, within a bound',
    ),
    clause(
      '`apmAutoTest` is accepted without effect.',
      'core/room/start/page-input.ts',
      'core/room/start/page',
      'good values are accepted, missing ones get defaults',
    ),
  ],
  P3: [
    clause(
      'Loading overlay, no-live tip, live-fail tip, poster, player box, mounts, chat with its button, bottom panel and lead-in banner are shown in the states that need them.',
      'ui/room/Room.tsx',
      'browser/ui/room-page',
      'every element of the page is shown in its state',
    ),
    clause(
      'The mount box is 830x468.',
      'core/room/layout/layout.ts',
      'core/room/layout/layout',
      'the mount box is 830x468 of the 852x480 stage',
    ),
    clause(
      'The banner of the lead-in has a link back to live.',
      'features/lead-in/panel.tsx',
      'e2e/room',
      'the lead-in plays before live, and the viewer can go back to live',
    ),
    clause(
      'A right click on the video opens a menu with the player log.',
      'ui/stage/controls/PlayerMenu.tsx',
      'browser/ui/room-page',
      'a right click opens the video’s menu, arrow keys move in it, the log can be read and Escape closes it',
    ),
  ],
  P4: [
    clause(
      'The layout is recomputed 200 ms after the last resize.',
      'core/room/layout/layout.ts',
      'room/room',
      'the layout follows a resize after 200 ms without another one',
    ),
    clause(
      'A vertical room has another stream area.',
      'core/room/layout/layout.ts',
      'core/room/layout/layout',
      'a vertical room resizes the stream area',
    ),
    clause(
      'The default video size is 852x480.',
      'core/room/layout/layout.ts',
      'core/room/layout/layout',
      'the default video fills its stage beside the chat',
    ),
    clause(
      'Mount effects are hidden in lite mode, award rooms and match rooms.',
      'core/room/layout/layout.ts',
      'core/room/layout/layout',
      'mount effects are hidden in lite mode, award rooms and match rooms',
    ),
    clause(
      'Policies 1 to 6: exact fit, no border, show all, fixed width, fixed height, aspect-based.',
      'core/room/layout/layout.ts',
      'core/room/layout/layout',
      'resolution policy %i: %s',
    ),
    clause(
      'The stage shows the picture at the position of its policy and clips the rest.',
      'ui/stage/Stage.tsx',
      'browser/ui/stage',
      'resolution policy %s: the stage shows the picture at this position and clips the rest',
    ),
    clause(
      'The H265 player draws the whole picture at this position.',
      'workers/render/webgl-painter.ts',
      'browser/painter',
      'resolution policy %d: the picture is displayed at the position of the policy',
    ),
  ],
  P5: [
    clause(
      'Live info first; then live, the chat socket and the layout, in this order.',
      'core/room/start/start-up.ts',
      'core/room/start/start-up',
      'without stage guests the order is live info, live, socket, layout',
    ),
    clause(
      'An advertisement comes before live; chat and layout do not wait for it.',
      'core/room/start/start-up.ts',
      'core/room/start/start-up',
      'only live waits for the ad; chat and layout do not',
    ),
    clause(
      'The lead-in comes last.',
      'core/room/start/start-up.ts',
      'core/room/start/start-up',
      'the lead-in is offered last, after the ad has declined or ended',
    ),
    clause(
      'Features are fetched when first needed, by the address of their script; one that fails to load is switched off and the room continues.',
      'workers/room/features/feature-host.ts',
      'room/features/feature-host',
      'a stage feature that cannot be loaded does not block live',
    ),
    clause(
      'The remote config switches a feature off by its name.',
      'core/feature.ts',
      'room/kernel',
      'the remote config switches a feature off by its name',
    ),
  ],
  P6: [
    clause(
      'All fields of the answer, the room and its extension are parsed and checked one by one.',
      'core/room/start/live-info.ts',
      'core/room/start/live-info',
      'live info: every specified field is read',
    ),
    clause(
      'A bad field is reported; the other fields are kept.',
      'core/room/start/live-info.ts',
      'core/room/start/live-info',
      'a bad field is reported and the others are kept',
    ),
    clause(
      'Codes 20000 and 20001: a live room gets the send limit with code and message; a normal room with `r=liveroom` gets the popup.',
      'core/room/start/start-up.ts',
      'core/room/start/start-up',
      'send limit in a live room, back-to-live popup in a normal room with r=liveroom',
    ),
    clause(
      'Any other non-zero code causes the fallback start.',
      'core/room/start/start-up.ts',
      'core/room/start/start-up',
      'P6 responseCode %i: fallback start',
    ),
    clause(
      'The fallback start happens once.',
      'core/room/start/start-up.ts',
      'core/room/start/start-up',
      'failed live info causes a fallback start, once only',
    ),
    clause(
      'A live type that differs from the stored one reloads the page.',
      'core/room/start/start-up.ts',
      'core/room/start/start-up',
      'a live type that differs from the stored one reloads the page once, and nothing follows',
    ),
    clause(
      'The live type is compared in new addresses and in repeated live info of a live room; the page reloads at most once in 30 s.',
      'core/room/start/start-up.ts',
      'core/room/start/start-up',
      'live info of a later show with another live type reloads the page; an offline answer does not, nor a page just reloaded',
    ),
    clause(
      '`serverTime` is in seconds and is converted to the viewer’s clock.',
      'core/room/start/live-info.ts',
      'core/room/start/live-info',
      'the start of the show is converted from the server’s clock to the viewer’s',
    ),
  ],
};
