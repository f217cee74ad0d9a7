import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  gift: (sender: string, gift: string, count: number) =>
    t(
      `${sender === '' ? '' : `${sender} `}送出 ${gift}${count > 1 ? ` ×${count}` : ''}`,
      `${sender === '' ? '' : `${sender} `}sent ${gift}${count > 1 ? ` ×${count}` : ''}`,
    ),
});

export type StreamInfoWords = ReturnType<typeof words>;
