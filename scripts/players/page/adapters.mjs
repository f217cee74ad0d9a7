/**
 * One way to open each player, and one way to read it. `open(name, options)` resolves to an object whose `read()` returns: `painted` pictures,
 * `position` and `behind` in seconds, `width`, `sound` (bytes or seconds of sound that were decoded), `errors` (in the player's own words).
 */
const stage = document.querySelector('#stage');

const ERRORS_MAX = 20;
const errors = [];
const note = (error) => {
  if (errors.length < ERRORS_MAX) errors.push(String(error).slice(0, 120));
};

function makeVideo() {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, autoplay: true, playsInline: true });
  Object.assign(video.style, { width: '100%', height: '100%' });
  stage.append(video);
  video.addEventListener('error', () => note(`video: ${video.error?.message ?? ''}`));
  return video;
}

function readVideo(video) {
  const quality = video?.getVideoPlaybackQuality?.();
  const { buffered } = video ?? {};
  const end = buffered?.length > 0 ? buffered.end(buffered.length - 1) : 0;
  return {
    painted: quality === undefined ? 0 : quality.totalVideoFrames - quality.droppedVideoFrames,
    position: video?.currentTime ?? 0,
    behind: end - (video?.currentTime ?? 0),
    width: video?.videoWidth ?? 0,
    sound: video?.webkitAudioDecodedByteCount ?? 0,
    errors,
  };
}

const flvjs = async (url, library, config) => {
  const video = makeVideo();
  const player = library.createPlayer({ type: 'flv', isLive: true, url }, config);
  player.on(library.Events.ERROR, (type, detail, info) => note(`${type}: ${detail}${info?.msg ? ` (${info.msg})` : ''}`));
  player.attachMediaElement(video);
  player.load();
  player.play()?.catch?.(() => undefined);
  return { read: () => readVideo(video) };
};

const ADAPTERS = {
  async '@footlight/player'(url, kind) {
    const { createPlayer } = await import('/subject/lib/player.js');
    const player = createPlayer(stage, { sources: { [kind]: Array.isArray(url) ? url : [url] }, muted: true });
    player.on('error', ({ code, detail, fatal }) => note(`${code}${detail ? ` (${detail})` : ''}${fatal ? ', fatal' : ''}`));
    return {
      read() {
        const statistics = player.statistics();
        const video = stage.querySelector('video');
        return {
          painted: statistics?.paintedFrames ?? 0,
          position: player.currentTime,
          behind: statistics?.latency || statistics?.buffered || 0,
          width: player.videoWidth,
          sound: statistics?.kind === 'h265' ? player.currentTime : (video?.webkitAudioDecodedByteCount ?? 0),
          errors,
        };
      },
    };
  },
  'mpegts.js': (url) => flvjs(url, window.mpegts, { liveBufferLatencyChasing: true }),
  'flv.js': (url) => flvjs(url, window.flvjs, { enableStashBuffer: false }),
  'flv-h265.js': (url) => flvjs(url, window.flvjs, { enableStashBuffer: false }),
  async 'xgplayer-flv'(url) {
    const player = new window.Player({
      el: stage,
      url,
      isLive: true,
      autoplay: true,
      autoplayMuted: true,
      width: 640,
      height: 360,
      plugins: [window.FlvPlayer],
    });
    player.on('error', (error) => note(error?.errorType ? `${error.errorType}: ${error.message ?? ''}` : (error?.message ?? error)));
    return { read: () => readVideo(stage.querySelector('video')) };
  },
  async '@libmedia/avplayer'(url) {
    const player = new window.AVPlayer({ container: stage, isLive: true });
    player.on(window.AVPlayer.Events?.ERROR ?? 'error', (error) => note(error?.message ?? error));
    void player
      .load(url, { isLive: true, ext: 'flv' })
      .then(() => player.play())
      .catch((error) => note(error?.message ?? error));
    return {
      read() {
        const video = stage.querySelector('video');
        if (video !== null) return readVideo(video);
        const stats = player.getStats?.() ?? {};
        return {
          painted: Number(stats.videoFrameRenderCount ?? stats.videoFrameDecodeCount ?? 0),
          position: Number(player.currentTime ?? 0) / 1_000,
          behind: Number.NaN,
          width: Number(stats.width ?? 0),
          sound: Number(stats.audioFrameRenderCount ?? stats.audioFrameDecodeCount ?? 0),
          errors,
        };
      },
    };
  },
};

const loadScript = (src) =>
  new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement('script'), { src, onload: resolve, onerror: () => reject(new Error(src)) });
    document.head.append(script);
  });

window.addEventListener('error', ({ message }) => note(message));
window.addEventListener('unhandledrejection', ({ reason }) => note(reason?.message ?? reason));

globalThis.prepare = async (scripts) => {
  for (const script of scripts) await loadScript(`/peers/${script}`);
};
/** `firstMs`: from the call to the first picture or sound. */
globalThis.open = async (name, url, kind) => {
  const startMs = performance.now();
  const trial = { firstMs: null, stillMs: 0, read: () => ({ painted: 0, position: 0, behind: 0, width: 0, sound: 0, errors }) };
  globalThis.trial = trial;
  try {
    Object.assign(trial, await ADAPTERS[name](url, kind));
  } catch (error) {
    note(error?.message ?? error);
  }
  const look = () => {
    if (trial.firstMs === null && trial.read().painted > 0) trial.firstMs = performance.now() - startMs;
    else requestAnimationFrame(look);
  };
  look();
};
globalThis.isReady = true;
