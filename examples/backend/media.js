/** The media server: a separate process, because a site runs it on other machines. It notifies its parent of started and ended streams. */
import MediaServer from 'node-media-server';

const [rtmpPort, httpPort, folder] = process.argv.slice(2);
const LOOK_MS = 100;
/** The size of the picture is known some packets after the start; a stream without one has only sound. */
const PICTURE_WAIT_MS = 3_000;
const HEVC = [12, 0x68766331];

const server = new MediaServer({
  bind: process.env.MEDIA_BIND ?? '127.0.0.1',
  rtmp: { port: Number(rtmpPort) },
  http: { port: Number(httpPort) },
  store: { path: folder },
  webadmin: { enable: false },
  auth: { play: false, publish: false },
});

const publishers = new Map(); // By the path of the stream.

server.on('postPublish', (session) => {
  const other = publishers.get(session.streamPath);
  // Also emitted for a second publisher, whom the server then refuses.
  if (other === undefined || other.session.endTime > 0) publishers.set(session.streamPath, { session, sinceMs: Date.now(), isTold: false });
});

setInterval(() => {
  for (const [path, publisher] of publishers) {
    const room = Number(/^\/live\/([1-9]\d*)$/.exec(path)?.[1]);
    const { session, sinceMs, isTold } = publisher;
    const { id, endTime, videoCodec, videoWidth: width, videoHeight: height } = session;
    const codec = videoCodec === 0 ? 'none' : HEVC.includes(videoCodec) ? 'h265' : 'h264';
    if (endTime > 0) {
      publishers.delete(path);
      process.send?.({ room, isLive: false });
    } else if (!isTold && (width > 0 || Date.now() - sinceMs > PICTURE_WAIT_MS)) {
      publisher.isTold = true;
      process.send?.({ room, isLive: true, session: id, codec, width, height });
    }
  }
}, LOOK_MS);

process.on('disconnect', () => process.exit(0));
await server.run();
if (process.send && !process.connected) process.exit(0); // The example ended before the handler above was there.
process.send?.({ isReady: true });
