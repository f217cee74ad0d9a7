import type { FramesWords } from './text.zh-CN.ts';

export const words: FramesWords = {
  menu: 'Activities',
  miniApp: 'Mini-app',
  club: 'Star-diamond club',
  page: 'Activity page',
  activities: {
    sunshineFarm: 'Sunshine farm',
    sunshineFarmV2: 'Sunshine farm 2',
    MysteriousGiftBag: 'Mysterious gift bag',
    FlippedShooter: 'Flipped shooter',
    TowerDefense: 'Tower defence',
    shake: 'Shake',
    HappyNewYear: 'Happy New Year',
    NewXunBaoGame: 'Treasure hunt',
    Archeological: 'Excavation',
    GiftBagCome: 'Gift bags',
    WarPeak: 'War peak',
  },
  close: 'Close',
  hide: 'Put away',
  move: 'Move the window',
  loading: 'Loading...',
  failed: 'It could not be loaded. Please try again later',
  closePage: 'Close the page',
  retry: 'Load again',
  refused: 'This page cannot be opened here',
};
