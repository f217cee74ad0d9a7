/** Texts of all questions with options; loaded with their panel. */
export const QUIZ_TEXT = {
  'zh-CN': {
    listen: '听一段',
    right: '正确答案',
    wrong: '你的答案',
    gone: '已排除',
    chosen: '已选择',
    votes: (count: number): string => `${count} 人选`,
  },
  en: {
    listen: 'Listen',
    right: 'Right',
    wrong: 'Your answer',
    gone: 'Removed',
    chosen: 'Chosen',
    votes: (count: number): string => `${count} chose it`,
  },
} as const;
