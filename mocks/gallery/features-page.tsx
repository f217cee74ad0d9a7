/**
 * For developers: all states of all features in both languages, each in its own frame, so that a dialog is contained in it. `?only=battle`
 * shows one feature, `?state=battle:2&lang=en` one state. The development server serves it at /mocks/gallery/features.html.
 */
import '../../src/ui/tokens.css';
import '../../src/ui/base.css';

import { type ComponentType, createElement } from 'react';
import { createRoot } from 'react-dom/client';

import { FEATURES } from '../../src/features/index.ts';
import type { PanelProps } from '../../src/ui/features/panel.ts';
import { loadPanel } from '../../src/ui/features/panel-loader.tsx';
import { RoomContextProvider, type RoomContext } from '../../src/ui/room-context.ts';
import { createStore } from '../../src/ui/store.ts';
import { loadText, TextContext, type Language } from '../../src/ui/text/text.ts';
import css from './features.module.css';
import { GALLERY_FEATURES, statesOf } from './features.ts';
import { galleryView } from './states.ts';

const LANGUAGES: readonly Language[] = ['zh-CN', 'en'];
type Panel = ComponentType<Omit<PanelProps<unknown, unknown, unknown>, 'words'>>;

async function open(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('no #root');
  const query = new URLSearchParams(location.search);
  const state = query.get('state');
  if (state === null) return listAll(root, query.get('only'));
  const [name = '', at = '0'] = state.split(':');
  return showOne(root, name, Number(at), query.get('lang') === 'en' ? 'en' : 'zh-CN');
}

async function listAll(root: HTMLElement, only: string | null): Promise<void> {
  const names = GALLERY_FEATURES.filter((name) => only === null || name === only);
  const rows = await Promise.all(names.map(async (name) => ({ name, states: await statesOf(name) })));
  createRoot(root).render(
    <main className={css.list}>
      {rows.map(({ name, states }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          {states.map(({ label }, at) => (
            <div key={label} className={css.row}>
              <p>{label}</p>
              {LANGUAGES.map((language) => (
                // oxlint-disable-next-line react/iframe-missing-sandbox -- a page of the project's own
                <iframe
                  key={language}
                  title={`${name} ${label} ${language}`}
                  src={`?state=${name}:${at}&lang=${language}`}
                  loading="lazy"
                />
              ))}
            </div>
          ))}
        </section>
      ))}
    </main>,
  );
}

async function showOne(root: HTMLElement, name: string, at: number, language: Language): Promise<void> {
  const [states, panel, text] = await Promise.all([statesOf(name), loadPanel(name, language), loadText(language)]);
  const shown = states[at];
  if (shown === undefined) throw new Error(`${name} has ${states.length} states`);
  const view = galleryView('live', { width: innerWidth, height: innerHeight });
  const context: RoomContext = {
    store: createStore({ ...view, room: { ...view.room, starName: '小喵Momo' } }),
    act: () => undefined,
    send: () => undefined,
    decisions: () => Promise.resolve([]),
    diagnose: () => Promise.reject(new Error('nothing runs here')),
    player: { mount: () => undefined, togglePictureInPicture: () => Promise.resolve(false), figures: () => null },
  };
  const isDocked = FEATURES.find((feature) => feature.name === name)?.dock !== undefined;
  document.documentElement.lang = language;
  createRoot(root).render(
    <RoomContextProvider value={context}>
      <TextContext value={{ text, language, setLanguage: () => undefined }}>
        <div className={css.stage} data-place="stage-strip">
          {createElement(panel as Panel, { view: shown.view, act: () => undefined, language, place: isDocked ? 'stage-strip' : 'slot' })}
        </div>
      </TextContext>
    </RoomContextProvider>,
  );
}

void open();
