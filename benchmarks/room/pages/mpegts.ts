/** mpegts.js with its defaults for a live stream. */
import mpegts from 'mpegts.js';
import { source, video } from './stage.ts';

mpegts.LoggingControl.applyConfig({ enableAll: false });
const player = mpegts.createPlayer({ type: 'flv', isLive: true, url: source() });
player.attachMediaElement(video());
player.load();
void player.play();
