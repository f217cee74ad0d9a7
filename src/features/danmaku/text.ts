import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('弹幕设置', 'Flying chat'),
  show: t('显示弹幕（D）', 'Show chat over the picture (D)'),
  settings: {
    density: { title: t('密度', 'Amount'), few: t('少', 'Few'), normal: t('适中', 'Normal'), many: t('多', 'Many') },
    speed: { title: t('速度', 'Speed'), slow: t('慢', 'Slow'), normal: t('适中', 'Normal'), fast: t('快', 'Fast') },
    size: { title: t('字号', 'Text size'), small: t('小', 'Small'), medium: t('中', 'Medium'), large: t('大', 'Large') },
    font: { title: t('字体', 'Font'), sans: t('黑体', 'Sans'), serif: t('宋体', 'Serif'), kai: t('楷体', 'Script') },
    weight: { title: t('粗细', 'Weight'), normal: t('常规', 'Regular'), bold: t('粗', 'Bold') },
    outline: { title: t('描边', 'Outline'), none: t('无', 'None'), shadow: t('阴影', 'Shadow'), stroke: t('描边', 'Outline') },
    area: { title: t('显示区域', 'Area'), quarter: t('1/4 屏', 'Quarter'), half: t('半屏', 'Half'), full: t('全屏', 'Full') },
    middle: { title: t('画面中部', 'Middle of the picture'), used: t('可以飞过', 'Covered'), free: t('不挡人', 'Left free') },
    kinds: { title: t('谁的弹幕', 'Messages from'), all: t('所有人', 'Everyone'), star: t('主播', 'The star') },
  },
  opacity: t('不透明度', 'Opacity'),
  noPicture: t('当前没有画面，弹幕不显示', 'There is no picture now, so no messages fly over it'),
  rests: t('画面掉帧，弹幕先停一下；打开开关可一直显示', 'They rest because the picture loses frames; the switch shows them all the same'),
});

export type DanmakuWords = ReturnType<typeof words>;
