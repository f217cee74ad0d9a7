/** Of the sources that mpegts.js brings, which its types do not name (tsconfig.json leads here): the page's half. */
import type mpegts from 'mpegts.js';

declare const PlayerEngineDedicatedThread: new (source: mpegts.MediaDataSource, config: mpegts.Config) => mpegts.Player;
export default PlayerEngineDedicatedThread;
