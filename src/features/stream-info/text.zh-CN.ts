export const words = {
  gift: (sender: string, gift: string, count: number): string =>
    `${sender === '' ? '' : `${sender} `}送出 ${gift}${count > 1 ? ` ×${count}` : ''}`,
};

export type StreamInfoWords = typeof words;
