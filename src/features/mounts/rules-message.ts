import type { BodyOfMessage } from '../../wire/registry.ts';
import { mediaLink } from '../../core/room/chat/message-link.ts';
import { asShown } from '../../core/socket/cleaning.ts';
import type { Mount } from './rules.ts';

const MAX_NAME_LENGTH = 40;

type EntryBody = Pick<BodyOfMessage<'login'>, 'userid' | 'nickname' | 'userExt'>;

/** The mount of an entering user (P11); null without a mount. `ownId`: 0 for a guest. */
export function readMount({ userid, nickname, userExt }: EntryBody, ownId: number): Mount | null {
  const mount = userExt?.usingMount;
  if (mount === null || mount === undefined || nickname === '' || mount.n === '') return null;
  return {
    status: 1,
    src: mediaLink(mount.bi) || mediaLink(mount.swf),
    id: Math.max(0, mount.id),
    name: asShown(mount.n).slice(0, MAX_NAME_LENGTH),
    isVideo: mount.v,
    nickname: asShown(nickname),
    isOwn: ownId !== 0 && userid === ownId,
  };
}
