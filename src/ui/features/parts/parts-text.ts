/** Texts shared by all features with orders; loaded with their panel. */
export const ORDER_TEXT = {
  'zh-CN': {
    left: (time: string): string => `还剩 ${time}`,
    page: '查看页面',
    settling: '结算中',
    price: (coin: number): string => `${coin} 星币`,
    sending: '提交中',
    loading: '加载中...',
    failed: '加载失败，请稍后再试',
    retry: '重新加载',
    stars: (count: number): string => `${count} 星`,
    evaluation: '提交评价',
    evaluationHint: '说点什么吧',
    verbOf: (verb: string, title: string, coin: number): string => `${verb}「${title}」，${coin} 星币`,
    requestFailed: '操作失败，请重试',
  },
  en: {
    left: (time: string): string => `${time} left`,
    page: 'Open the page',
    settling: 'Counting',
    price: (coin: number): string => `${coin} coins`,
    sending: 'Sending',
    loading: 'Loading…',
    failed: 'It could not be loaded, please try again later',
    retry: 'Load again',
    stars: (count: number): string => (count === 1 ? '1 star' : `${count} stars`),
    evaluation: 'Send the rating',
    evaluationHint: 'A few words',
    verbOf: (verb: string, title: string, coin: number): string => `${verb}: ${title}, ${coin} coins`,
    requestFailed: 'It failed, please try again',
  },
} as const;

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
