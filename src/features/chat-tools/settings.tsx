import { askChat } from '../../ui/chat/send/compose.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Box } from '../../ui/overlays/Box.tsx';
import { useRoom, useRoomContext } from '../../ui/room-context.ts';
import css from './panel.module.css';
import type { ChatToolsProps } from './panel.tsx';

/** Blocked users with an unblock button, and the search button for layouts where the chat has no header. */
export function SettingsBox({ act, words }: ChatToolsProps) {
  const { act: actOnRoom } = useRoomContext();
  const { blocked } = useRoom('chat');
  const close = (): void => act({ type: 'close' });
  return (
    <Box title={words.settings} onClose={close}>
      <div className={css.settings} data-chat-settings="">
        <button
          type="button"
          data-first=""
          className={css.wide}
          onClick={() => {
            close();
            askChat({ type: 'search' });
          }}
        >
          <Icon name="log" size={18} />
          {words.search}
        </button>
        <h3 className={css.heading}>{words.blockedUsers(blocked.length)}</h3>
        {blocked.length === 0 && <p className={css.quiet}>{words.nobodyBlocked}</p>}
        <ul className={css.blocked}>
          {blocked.toReversed().map(({ userId, name }) => (
            <li key={userId} className={css.row}>
              <span className={css.name}>{name}</span>
              <button
                type="button"
                className={css.undo}
                aria-label={words.unblockOf(name)}
                onClick={() => actOnRoom({ type: 'block-user', userId, name, on: false })}
              >
                {words.unblock}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Box>
  );
}
