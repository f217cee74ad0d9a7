/** Every panel in the states that its scripted session and the rows of `tests/features/NAME/rows.ts` reach. */
import axe from 'axe-core';
import { createElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { PLAYED_FEATURES, statesOf } from '../feature-states.ts';
import { galleryView } from '../../mocks/gallery/states.ts';
import type { FeatureManifest } from '../../src/core/feature.ts';
import { FEATURES } from '../../src/features/index.ts';
import { loadPanel } from '../../src/ui/features/FeaturePanel.tsx';
import { RoomContextProvider, type RoomContext } from '../../src/ui/room-context.ts';
import StageRegionHost from '../../src/ui/stage/StageRegion.tsx';
import { createStore } from '../../src/ui/store.ts';
import { loadText, TextContext } from '../../src/ui/text/text.ts';
import { loginOf, samplesOf, visitOf } from '../wires/acting.ts';
import { wiresOf } from '../wires/chosen.ts';
import { watchLeftOver } from './left-over.ts';

const LANGUAGE = 'zh-CN';
/** Rules of axe about names: of buttons, links, fields, images, frames and dialogs. */
const NAMES = ['button-name', 'link-name', 'label', 'select-name', 'image-alt', 'role-img-alt', 'frame-title', 'aria-dialog-name'];

/** Parts that a panel loads late. */
const PARTS = import.meta.glob('../../src/features/*/*.tsx');
const PANELS = Object.keys(import.meta.glob('../../src/features/*/panel.tsx'));
beforeAll(async () => void (await Promise.all(Object.values(PARTS).map((load) => load()))));
const tasks = new MessageChannel();
beforeEach(() => {
  // The room of the tests waits by a function of Node.
  vi.stubGlobal('setImmediate', (run: () => void) => {
    tasks.port1.addEventListener('message', run, { once: true });
    tasks.port1.start();
    tasks.port2.postMessage(null);
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Views of the scripted session, and views after the messages and after each action of the rows; equal ones once. */
async function viewsOf(manifest: FeatureManifest): Promise<readonly unknown[]> {
  const { name } = manifest;
  const views: unknown[] = PLAYED_FEATURES.includes(name) ? (await statesOf(name)).map(({ view }) => view) : [];
  for (const rows of wiresOf(name).actions) {
    for (const action of [null, ...samplesOf(rows)]) {
      const room = await visitOf(manifest, rows, loginOf(manifest, rows));
      if (action !== null) room.act({ type: 'feature', feature: name, action });
      await room.settle(40);
      const shown = room.viewOf();
      if (shown?.name === 'shown') views.push(shown.view);
    }
  }
  return [...new Map(views.map((view) => [JSON.stringify(view), view])).values()];
}

async function problemsOf(manifest: FeatureManifest, view: unknown): Promise<readonly unknown[]> {
  const [panel, text] = await Promise.all([loadPanel(manifest.name, LANGUAGE), loadText(LANGUAGE)]);
  const live = galleryView('live', { width: 1_280, height: 720 });
  const context: RoomContext = {
    store: createStore({ ...live, features: { [manifest.name]: { name: 'shown', view } } }),
    act: () => undefined,
    send: () => undefined,
    decisions: () => Promise.resolve([]),
    diagnose: () => Promise.reject(new Error('nothing runs here')),
    player: {
      video: document.createElement('video'),
      mount: () => undefined,
      togglePictureInPicture: () => Promise.resolve(false),
      figures: () => null,
      lookBack: () => null,
    },
  };
  const problems: unknown[] = [];
  const root = document.body.appendChild(document.createElement('main'));
  const react = createRoot(root, { onUncaughtError: (error) => problems.push(error) });
  const render = (content: ReactNode): void =>
    flushSync(() =>
      react.render(
        <RoomContextProvider value={context}>
          <TextContext value={{ text, language: LANGUAGE, setLanguage: () => undefined }}>
            <StageRegionHost host="stage" />
            {content}
          </TextContext>
        </RoomContextProvider>,
      ),
    );
  // The regions of the stage exist before a panel that draws in them.
  render(null);
  const place = manifest.dock === undefined ? 'slot' : 'stage-strip';
  render(createElement(panel, { view, act: () => undefined, language: LANGUAGE, place }));
  const { violations } = await axe.run(document.body, { runOnly: NAMES, iframes: false });
  problems.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html.slice(0, 160)}`)));
  react.unmount();
  root.remove();
  return problems;
}

test.each(FEATURES.filter(({ name }) => PANELS.includes(`../../src/features/${name}/panel.tsx`)))(
  'S37 S9 the panel of $name renders each known state, names its controls, and leaves no listener and no timer',
  async (manifest) => {
    const views = await viewsOf(manifest);
    expect(views.length).toBeGreaterThan(0);
    const leftOver = watchLeftOver();
    const problems: unknown[] = [];
    for (const view of views) problems.push(...(await problemsOf(manifest, view)), ...leftOver.left());
    leftOver.stop();
    expect(problems).toEqual([]);
  },
);
