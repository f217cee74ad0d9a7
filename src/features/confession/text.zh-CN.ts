export const words = {
  title: 'AI 告白',
  star: '主播',
  you: '你',
  says: (star: string, user: string): string => `${star} 对 ${user} 说`,
  quoted: (text: string): string => `“${text}”`,
  seconds: (left: number): string => `${left} 秒`,
  accept: '收下心意',
  decline: '下次再说',
  replies: {
    accepted: (user: string): string => `${user} 收下了这份心意`,
    declined: (user: string): string => `${user} 说下次再说`,
  },
  listen: '听告白的声音',
  failed: '回应失败，请重试',
};

export type ConfessionWords = typeof words;
