import type { SliderWords } from './text.zh-CN.ts';

export const words: SliderWords = {
  title: 'Security check',
  hint: 'Drag the slider to the right',
  label: 'Drag the slider all the way to the right',
  done: 'Passed',
};
