import type { DanmakuWords } from './text.zh-CN.ts';

export const words: DanmakuWords = {
  title: 'Flying chat',
  show: 'Show chat over the picture (D)',
  density: 'How many',
  densities: { few: 'Few', normal: 'Normal', many: 'Many' },
  size: 'Text size',
  sizes: { small: 'Small', medium: 'Medium', large: 'Large' },
  area: 'Area',
  areas: { quarter: 'Quarter', half: 'Half', full: 'Full' },
  opacity: 'Opacity',
  noPicture: 'There is no picture now, so nothing flies',
};
