import { createSession } from './session.ts';
const s = createSession();
s.hands.player.mount(document.getElementById('box') as HTMLDivElement);
s.hands.store.subscribe(() => { document.getElementById('o')!.textContent = JSON.stringify(s.hands.store.get(), null, 1); });
Object.assign(window, { s });
