export const words = {
  title: '真唱认证',
  listening: '真唱检测中',
  real: '真唱',
  song: (name: string): string => `《${name}》`,
  score: (score: number): string => `${score} 分`,
};

export type RealSingWords = typeof words;
