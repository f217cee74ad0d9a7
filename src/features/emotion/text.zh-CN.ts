export const words = {
  someone: '有人',
  sent: (name: string): string => `${name} 发送了表情`,
};

export type EmotionWords = typeof words;
