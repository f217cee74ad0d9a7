import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('神秘嘉宾', 'Mystic guest'),
  about: t('传说中无人知晓的神秘嘉宾，星钻用户专属。', 'A legendary mystic guest whom nobody knows, exclusive to star-diamond users.'),
  club: t('了解星钻俱乐部', 'About the star-diamond club'),
});

export type MysticWords = ReturnType<typeof words>;
