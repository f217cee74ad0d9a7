import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  menu: t('活动', 'Activities'),
  miniApp: t('小程序', 'Mini-app'),
  club: t('星钻俱乐部', 'Star Diamond Club'),
  page: t('活动页面', 'Activity page'),
  /** By the keys of callActivity. */
  activities: {
    sunshineFarm: t('阳光农场', 'Sunshine farm'),
    sunshineFarmV2: t('阳光农场 2', 'Sunshine farm 2'),
    MysteriousGiftBag: t('神秘礼包', 'Mysterious gift bag'),
    FlippedShooter: t('翻转射手', 'Flip shooter'),
    TowerDefense: t('塔防大战', 'Tower defence'),
    shake: t('摇一摇', 'Shake'),
    HappyNewYear: t('新年快乐', 'Happy New Year'),
    NewXunBaoGame: t('寻宝游戏', 'Treasure hunt'),
    Archeological: t('考古行动', 'Excavation'),
    GiftBagCome: t('礼包来了', 'Lucky bags'),
    WarPeak: t('巅峰之战', 'Battle for the summit'),
  },
  close: t('关闭', 'Close'),
  hide: t('收起', 'Minimise'),
  move: t('拖动窗口', 'Move the window'),
  // These three texts are specified by S30.
  loading: t('加载中...', 'Loading...'),
  failed: t('加载失败，请稍后再试', 'It could not be loaded. Please try again later'),
  closePage: t('关闭页面', 'Close the page'),
  retry: t('重新加载', 'Load again'),
  refused: t('这个页面不能在这里打开', 'This page cannot be opened here'),
});

export type FramesWords = ReturnType<typeof words>;
