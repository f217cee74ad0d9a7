export const words = {
  noLive: '主播暂未开播',
  replay: '主播精彩回放',
  replays: '精彩回放列表',
  untitled: '精彩片段',
  nextLive: (when: string): string => `下次开播 ${when}`,
};

export type OfflineVideoWords = typeof words;
