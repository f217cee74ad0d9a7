/** flv.js with its defaults for a live stream. */
// @ts-expect-error -- installed beside (measure/others.ts), without types here
import flvjsScript from '@others/flv.js/dist/flv.min.js';
import { source, video } from './stage.ts';

interface FlvJs {
  readonly LoggingControl: { enableAll: boolean };
  createPlayer(media: { type: string; isLive: boolean; url: string }): {
    attachMediaElement(element: HTMLVideoElement): void;
    load(): void;
    play(): Promise<void>;
  };
}
const flvjs = flvjsScript as FlvJs;
flvjs.LoggingControl.enableAll = false;
const player = flvjs.createPlayer({ type: 'flv', isLive: true, url: source() });
player.attachMediaElement(video());
player.load();
void player.play();
