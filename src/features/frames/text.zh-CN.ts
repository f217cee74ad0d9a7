/** By the keys of callActivity. */
const activities = {
  sunshineFarm: '阳光农场',
  sunshineFarmV2: '阳光农场 2',
  MysteriousGiftBag: '神秘礼包',
  FlippedShooter: '翻转射手',
  TowerDefense: '塔防大战',
  shake: '摇一摇',
  HappyNewYear: '新年快乐',
  NewXunBaoGame: '寻宝游戏',
  Archeological: '考古行动',
  GiftBagCome: '礼包来了',
  WarPeak: '巅峰之战',
};

export const words = {
  menu: '活动',
  miniApp: '小程序',
  club: '星钻俱乐部',
  page: '活动页面',
  activities,
  close: '关闭',
  hide: '收起',
  move: '拖动窗口',
  // These three texts are specified by S30.
  loading: '加载中...',
  failed: '加载失败，请稍后再试',
  closePage: '关闭页面',
  retry: '重新加载',
  refused: '这个页面不能在这里打开',
};

export type FramesWords = typeof words;
