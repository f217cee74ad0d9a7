import type { AnnouncementAction } from '../../core/room/feature/announcements.ts';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Modal } from '../../ui/overlays/Modal.tsx';
import css from './panel.module.css';
import type { OpenAppView } from './room.ts';
import type { OpenAppWords } from './text.ts';

/** An invitation; the app is opened only after the viewer's consent. */
export default function OpenAppPanel({ view, act, words }: PanelProps<OpenAppView, AnnouncementAction, OpenAppWords>) {
  const close = (): void => act({ type: 'dismiss', key: view.key });
  return (
    <Modal key={view.key} title={view.title === '' ? words.title : view.title} onClose={close}>
      <p className={css.text} data-feature="open-app">
        {view.text === '' ? words.text : view.text}
      </p>
      <p className={css.where}>{words.leadsTo(new URL(view.href).host)}</p>
      <div className={css.buttons}>
        <button type="button" className={css.stay} onClick={close}>
          {words.stay}
        </button>
        <a data-first="" className={css.open} href={view.href} target="_blank" rel="noopener noreferrer" onClick={close}>
          {words.open}
        </a>
      </div>
    </Modal>
  );
}
