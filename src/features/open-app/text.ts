import type { Translate } from '../../ui/features/panel.ts';

export const words = (t: Translate) => ({
  title: t('打开 App', 'Open the app'),
  text: t('在 App 里可以使用更多功能。', 'The app can do more than this page.'),
  leadsTo: (host: string) => t(`将打开 ${host}`, `It opens ${host}`),
  stay: t('留在网页', 'Stay here'),
  open: t('打开 App', 'Open the app'),
});

export type OpenAppWords = ReturnType<typeof words>;
