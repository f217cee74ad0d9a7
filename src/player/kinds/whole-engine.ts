/** mpegts.js as its package builds it, both halves and its own worker: where MediaSource is the page's alone, and for shared streams. */
import mpegts from 'mpegts.js';
import { sharedLoader } from './shared-loader.ts';

mpegts.LoggingControl.applyConfig({ enableDebug: false, enableVerbose: false, enableInfo: false, enableWarn: false });

export const wholeEngine = {
  create: (source: mpegts.MediaDataSource, config: mpegts.Config): mpegts.Player => mpegts.createPlayer(source, config),
  sharedLoader,
};

export type WholeEngine = typeof wholeEngine;
