/**
 * For developers: any state of the page from a fixed view, without a worker. `?state=` selects it, `&lang=en` the language. Not part of any
 * build: the development server serves it at /mocks/gallery/.
 */
import '../../src/ui/tokens.css';
import '../../src/ui/base.css';

import { createRoot } from 'react-dom/client';

import { App } from '../../src/ui/App.tsx';
import type { RoomContext } from '../../src/ui/room-context.ts';
import { createStore, type Store } from '../../src/ui/store.ts';
import { loadText, readLanguage } from '../../src/ui/text/text.ts';
import type { UserAction } from '../../src/core/room/view.ts';
import type { PageEvent } from '../../src/workers/room/api.ts';
import { chatRows } from './chat.ts';
import { galleryView, STATES } from './states.ts';

declare global {
  interface Window {
    gallery: {
      readonly states: readonly string[];
      readonly acts: UserAction[];
      readonly events: PageEvent[];
      readonly store: Store;
    };
  }
}

async function open(): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('no #root');
  const query = new URLSearchParams(location.search);
  const state = query.get('state') ?? 'live';
  const store = createStore(galleryView(state, { width: innerWidth, height: innerHeight }));
  const acts: UserAction[] = [];
  const events: PageEvent[] = [];
  const context: RoomContext = {
    store,
    act(action) {
      acts.push(action);
      // The few actions needed to try a state by hand.
      if (action.type === 'close-dialog') store.patch({ dialogs: store.get().dialogs.slice(1) });
      if (action.type === 'close-toast') store.patch({ toasts: store.get().toasts.filter(({ id }) => id !== action.id) });
      if (action.type === 'set-volume') store.patch({ player: { ...store.get().player, volume: action.volume, muted: false } });
      if (action.type === 'set-muted') store.patch({ player: { ...store.get().player, muted: action.muted, needsClick: false } });
      if (action.type === 'follow') store.patch({ room: { ...store.get().room, following: action.on } });
    },
    send: (event) => events.push(event),
    decisions: () => Promise.resolve([]),
    diagnose: () => Promise.reject(new Error('nothing runs here')),
    player: {
      mount: (box) => box?.replaceChildren(stillPicture()),
      togglePictureInPicture: () => Promise.resolve(false),
      figures: () => null,
    },
  };
  addEventListener('resize', () => store.patch({ layout: galleryView(state, { width: innerWidth, height: innerHeight }).layout }));
  window.gallery = { states: STATES, acts, events, store };

  const language = readLanguage();
  createRoot(root).render(<App context={context} first={{ language, text: await loadText(language) }} />);
  // The list subscribes when it is rendered.
  setTimeout(() => {
    if (state !== 'loading')
      store.chat({ rows: chatRows(Number(query.get('rows') ?? 26)), settled: [], failed: [], removed: [], skipped: 0 });
    flood(store, Number(query.get('flood') ?? 0));
  }, 150);
}

function stillPicture(): HTMLImageElement {
  const picture = new Image();
  picture.src = '/fixtures/images/cover-night.jpg';
  picture.style.cssText = 'display:block;width:100%;height:100%;object-fit:cover';
  return picture;
}

/** `&flood=N`: N messages a second, in ten batches. */
function flood(store: Store, perSecond: number): void {
  if (perSecond <= 0) return;
  let from = 1000;
  setInterval(() => {
    const count = Math.round(perSecond / 10);
    store.chat({ rows: chatRows(count, from), settled: [], failed: [], removed: [], skipped: 0 });
    from += count;
  }, 100);
}

void open();
