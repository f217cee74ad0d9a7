/** Streams of node-media-server: ffmpeg sends H264 by RTMP, and H265 too if its version supports that; otherwise H265 is sent by POST. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { H264_AAC, liveInput, missingForMedia, publishByFfmpeg, startMedia, type Publisher, type RunningMedia } from '../example-server.ts';
import { postFile } from '../streams/post.ts';
import { ROOT } from '../suite/tool.ts';
import { DEADLINE_MS } from './place.ts';

const LOOK_MS = 100;
const H265_AAC =
  '-c:v libx265 -preset ultrafast -tune zerolatency -x265-params keyint=50:log-level=none -pix_fmt yuv420p -c:a aac -b:a 96k'.split(' ');
/** The first ffmpeg that writes H265 into FLV: Enhanced RTMP, 6.1. */
const H265_SINCE = [6, 1] as const;

function writesH265(): boolean {
  const { stdout } = spawnSync('ffmpeg', ['-version'], { encoding: 'utf8' });
  const [, major = 0, minor = 0] = (/version n?(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number);
  return major > H265_SINCE[0] || (major === H265_SINCE[0] && minor >= H265_SINCE[1]);
}

export interface MediaStreams {
  readonly address: string;
  /** Protocol by which H265 is sent to the server: `RTMP` or `POST`. */
  readonly h265By: string;
  readonly close: () => Promise<void>;
}

/** A returned string is the reason why the streams cannot be made on this machine. */
export async function startMediaStreams(): Promise<MediaStreams | string> {
  const missing = missingForMedia();
  if (missing !== null) return missing;
  const media = await startMedia();
  const byRtmp = writesH265();
  const publishers: readonly Publisher[] = [
    publishByFfmpeg(`${media.rtmpAddress}/live/h264`, [...liveInput('640x360', 25), ...H264_AAC]),
    byRtmp
      ? publishByFfmpeg(`${media.rtmpAddress}/live/h265`, [...liveInput('640x360', 25), ...H265_AAC])
      : postFile(path.join(ROOT, 'fixtures/streams/sync-640x360-h265-hvc1.flv'), `${media.address}/live/h265.flv`),
  ];
  const close = async (): Promise<void> => {
    for (const publisher of publishers) publisher.stop();
    await Promise.all(publishers.map(({ ended }) => ended));
    await media.close();
  };
  try {
    for (const name of ['h264', 'h265']) await untilPublished(media, name);
  } catch (error) {
    await close();
    throw error;
  }
  return { address: media.address, h265By: byRtmp ? 'RTMP' : 'POST', close };
}

/** The server sends the header of FLV at once, and tags only while a publisher is connected. */
async function untilPublished({ address }: RunningMedia, name: string): Promise<void> {
  const until = Date.now() + DEADLINE_MS;
  const FLV_HEADER_BYTES = 13;
  while (Date.now() < until) {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(), 1_000);
    try {
      const response = await fetch(`${address}/live/${name}.flv`, { signal: abort.signal });
      let bytes = 0;
      for await (const chunk of response.body ?? []) {
        bytes += (chunk as Uint8Array).length;
        if (bytes > FLV_HEADER_BYTES) return;
      }
    } catch {
      // There is no publisher yet.
    } finally {
      clearTimeout(timer);
      abort.abort();
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  throw new Error(`no publisher of ${name}`);
}
