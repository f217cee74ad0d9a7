/** Plays the stream of the page's address by a player of another project, with its defaults for a live stream. */
import type Mpegts from 'mpegts.js';
import { source, video } from './stage.ts';

/** mpegts.js was made from flv.js and has kept its interface. */
type Library = Pick<typeof Mpegts, 'LoggingControl' | 'createPlayer' | 'Events'>;

/** `window.benchErrors`: errors in the player's own words, for programs that open this page. */
export function playBy({ LoggingControl, createPlayer, Events }: Library): void {
  const errors: string[] = [];
  Object.assign(window, { benchErrors: errors });
  LoggingControl.enableAll = false;
  const player = createPlayer({ type: 'flv', isLive: true, url: source() });
  player.on(Events.ERROR, (type: string, detail: string, { msg }: { readonly msg?: string } = {}) =>
    errors.push(`${type}: ${detail}${msg === undefined ? '' : ` (${msg})`}`),
  );
  player.attachMediaElement(video());
  player.load();
  void player.play();
}
