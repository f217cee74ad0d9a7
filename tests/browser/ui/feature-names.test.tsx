import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';

import { galleryView } from '../../../mocks/gallery/states.ts';
import type { RoomView } from '../../../src/core/room/view.ts';
import { RoomContextProvider, useFeatureNames, type RoomContext } from '../../../src/ui/room-context.ts';
import { createStore } from '../../../src/ui/store.ts';

test('S37 the names of features that satisfy a condition are rendered again only when they change', () => {
  const features: RoomView['features'] = { mic: { name: 'hidden' }, guard: { name: 'shown', view: 1 }, tank: { name: 'shown', view: 1 } };
  const store = createStore({ ...galleryView('live', { width: 800, height: 600 }), features }, (flush) => flush());
  const rendered: string[] = [];
  const Names = (): null => {
    rendered.push(useFeatureNames(({ name }) => name === 'shown'));
    return null;
  };
  const react = createRoot(document.createElement('div'));
  const show = (name: string, view: RoomView['features'][string]): void => flushSync(() => store.patch({ features: { [name]: view } }));
  flushSync(() => react.render(<RoomContextProvider value={{ store } as RoomContext}>{createElement(Names)}</RoomContextProvider>));
  show('guard', { name: 'shown', view: 2 });
  show('mic', { name: 'shown', view: 1 });
  show('tank', { name: 'off', why: 'could not be loaded' });
  react.unmount();
  expect(rendered).toEqual([' guard tank', ' mic guard tank', ' mic guard']);
});
