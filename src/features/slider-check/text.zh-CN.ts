export const words = {
  title: '安全验证',
  hint: '向右拖动滑块完成验证',
  label: '拖动滑块到最右侧',
  done: '验证通过',
};

export type SliderWords = typeof words;
