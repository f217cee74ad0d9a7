export const words = {
  /** `name`: the first 15 characters of the nickname (P11). */
  welcome: (name: string) => `欢迎 ${name} 驾到`,
  mystic: '神秘嘉宾',
  arrived: '进入直播间',
};

export type MountsWords = typeof words;
