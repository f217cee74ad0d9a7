/** xgplayer with its FLV plug-in, started for a live stream as in its documentation. */
// @ts-expect-error -- installed beside (measure/others.ts), without types here
import PlayerClass from '@others/xgplayer/es/index.js';
// @ts-expect-error -- installed beside (measure/others.ts), without types here
import FlvPlugin from '@others/xgplayer-flv/es/index.js';
import { isHeard, size, source } from './stage.ts';

const Player = PlayerClass as new (options: object) => unknown;
Object.assign(window, {
  benchPlayer: new Player({
    id: 'stage',
    url: source(),
    isLive: true,
    autoplay: true,
    autoplayMuted: !isHeard,
    ...size,
    plugins: [FlvPlugin],
  }),
});
