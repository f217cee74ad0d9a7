export const words = {
  playing: '正在回放节目',
  backToLive: '回到直播',
};

export type LeadInWords = typeof words;
