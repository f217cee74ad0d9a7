/** Of the sources that mpegts.js brings, which its types do not name (tsconfig.json leads here): the page's half. */
import type mpegts from 'mpegts.js';

export default class PlayerEngineDedicatedThread {
  constructor(source: mpegts.MediaDataSource, config: mpegts.Config);
}
