import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('安全验证', 'Security check'),
  hint: t('向右拖动滑块完成验证', 'Drag the slider to the right'),
  label: t('拖动滑块到最右侧', 'Drag the slider all the way to the right'),
  done: t('验证通过', 'Passed'),
});

export type SliderWords = ReturnType<typeof words>;
