/** Loaded with the dock, to keep the first bundle small. */
export const DOCK_TEXT = {
  'zh-CN': {
    more: '更多',
    moreTitle: '全部功能',
    running: (count: number): string => `进行中 ${count}`,
    runningFirst: (name: string, others: number): string => (others === 0 ? name : `${name} 等 ${others + 1} 项`),
    title: '正在进行',
    shown: '显示中',
    hidden: '已收起',
    show: (name: string): string => `显示 ${name}`,
    collapse: (name: string): string => `收起 ${name}`,
  },
  en: {
    more: 'More',
    moreTitle: 'In this room',
    running: (count: number): string => `Running: ${count}`,
    runningFirst: (name: string, others: number): string => (others === 0 ? name : `${name} +${others}`),
    title: 'What is running',
    shown: 'on the page',
    hidden: 'collapsed',
    show: (name: string): string => `Show ${name}`,
    collapse: (name: string): string => `Collapse ${name}`,
  },
} as const;
