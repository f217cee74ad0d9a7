export const words = {
  title: '打开 App',
  text: '在 App 里可以使用更多功能。',
  leadsTo: (host: string): string => `将打开 ${host}`,
  stay: '留在网页',
  open: '打开 App',
};

export type OpenAppWords = typeof words;
