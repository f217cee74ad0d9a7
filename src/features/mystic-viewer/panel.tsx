import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { Modal } from '../../ui/overlays/Modal.tsx';
import { useRoomContext } from '../../ui/room-context.ts';
import css from './panel.module.css';
import type { MysticAction, MysticView } from './room.ts';
import type { MysticWords } from './text.ts';

export default function MysticPanel({ act, words }: PanelProps<MysticView, MysticAction, MysticWords>) {
  const room = useRoomContext();
  const openClub = (): void => {
    act({ type: 'close' });
    room.act({ type: 'feature', feature: 'activity', action: { type: 'club' } });
  };
  return (
    <Modal title={words.title} onClose={() => act({ type: 'close' })}>
      <p className={css.about}>
        <span className={css.mask}>
          <Icon name="lock" size={30} />
        </span>
        {words.about}
      </p>
      <button type="button" data-first="" className={`pill main-action ${css.club}`} onClick={openClub}>
        {words.club}
      </button>
    </Modal>
  );
}
