import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('在线观众', 'Viewers'),
  open: (count: string, names: readonly string[]) => t(`在线观众 ${count}：${names.join('、')}`, `Viewers ${count}: ${names.join(', ')}`),
  tabs: { viewers: t('在线', 'Online'), guards: t('守护', 'Guards') },
  kinds: t('显示谁', 'Who is shown'),
  ranks: t('贡献榜', 'Top givers'),
  mystic: t('神秘嘉宾', 'Mystic guest'),
  guard: (level: number) => t(`守护 ${level}`, `Guard ${level}`),
  coins: (coins: string) => t(`贡献 ${coins}`, `${coins} given`),
  more: (count: string) => t(`还有 ${count} 位观众`, `and ${count} more`),
  nobody: { viewers: t('还没有观众', 'No viewers yet'), guards: t('还没有人成为守护', 'Nobody is a guard yet') },
});

export type PeopleWords = ReturnType<typeof words>;
