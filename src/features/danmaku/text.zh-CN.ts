export const words = {
  title: '弹幕设置',
  show: '显示弹幕（D）',
  density: '密度',
  densities: { few: '少', normal: '适中', many: '多' },
  size: '字号',
  sizes: { small: '小', medium: '中', large: '大' },
  area: '显示区域',
  areas: { quarter: '1/4 屏', half: '半屏', full: '全屏' },
  opacity: '不透明度',
  noPicture: '当前没有画面，弹幕不显示',
};

export type DanmakuWords = typeof words;
