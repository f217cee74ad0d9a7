import type { RoomView } from '../../workers/core/room/view.ts';
import { notify } from '../overlays/notice.ts';
import type { Text } from '../text/zh-CN.ts';
import { playbackInfo } from './player-info.ts';

const wholeLog = (view: RoomView): string => `${playbackInfo(view)}\n\n${view.player.log.join('\n')}\n`;

/** False when the browser did not let us: whoever asked may select the text instead. */
export async function copyLog(view: RoomView, text: Text): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(wholeLog(view));
    notify(text.logCopied, 'good');
    return true;
  } catch {
    notify(text.logCopyFailed, 'bad');
    return false;
  }
}

export function downloadLog(view: RoomView): void {
  const url = URL.createObjectURL(new Blob([wholeLog(view)], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `footlight-player-${view.room.roomId}.log`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
