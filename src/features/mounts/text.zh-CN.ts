export const words = {
  arrived: '进入直播间',
};

export type MountsWords = typeof words;
