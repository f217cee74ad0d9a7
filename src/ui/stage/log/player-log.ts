import type { RoomView } from '../../../core/room/view.ts';
import { copyText } from '../../page/clipboard.ts';
import type { Diagnostics } from '../../page/diagnostics.ts';
import { notify } from '../../overlays/notice.ts';
import type { RoomContext } from '../../room-context.ts';
import type { Text } from '../../text/zh-CN.ts';
import { saveFile } from '../saving/save-file.ts';
import { logLine } from './log-text.ts';
import { playbackInfo } from './player-info.ts';

const wholeLog = (view: RoomView): string => `${playbackInfo(view)}\n\n${view.player.log.map(logLine).join('\n')}\n`;

/** The log lines as text, followed by the complete data as JSON for tools. */
const exportOf = (view: RoomView, diagnostics: Diagnostics): string =>
  `${wholeLog(view)}\n${JSON.stringify({ ...diagnostics, log: view.player.log }, null, 1)}\n`;

/** False if the browser refuses; the caller may select the text instead. */
export async function copyLog(view: RoomView, text: Text): Promise<boolean> {
  const isCopied = await copyText(wholeLog(view));
  notify(isCopied ? text.logCopied : text.logCopyFailed, isCopied ? 'good' : 'bad');
  return isCopied;
}

export async function downloadLog(view: RoomView, diagnose: RoomContext['diagnose']): Promise<void> {
  const content = new Blob([exportOf(view, await diagnose())], { type: 'text/plain' });
  saveFile(content, `footlight-player-${view.room.roomId}.log`);
}
