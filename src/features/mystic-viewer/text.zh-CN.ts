export const words = {
  title: '神秘嘉宾',
  about: '传说中无人知晓的神秘嘉宾，星钻用户专属。',
  club: '了解星钻俱乐部',
};

export type MysticWords = typeof words;
