import type { Page } from './room-page.tsx';

/** A page beside the picture, as the view of the frames has it. */
export const embedded = (id: number) => ({
  id: `frame-${id}`,
  loads: 1,
  raises: 0,
  url: `data:text/html,${id}`,
  title: '',
  place: { name: 'side' },
  runtime: 1,
  cover: null,
  isHidden: false,
  permissions: { sandbox: '', allow: '', referrerPolicy: 'no-referrer' },
});

export const showEmbedded = (page: Page, ...frames: readonly object[]): Promise<void> =>
  page.show({ features: { frames: { name: 'shown', view: { frames, policy: null, isMenuOpen: false, refused: 0, gameService: '' } } } });
