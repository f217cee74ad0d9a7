import '@footlight/player/react';

export const Stage = () => (
  <footlight-player src="/live/a.flv" type="h264" autoplay muted first-fail-wait-ms={8_000} webrtc="off" className="stage" />
);
// @ts-expect-error no such kind of stream
export const Wrong = () => <footlight-player type="hls" />;
