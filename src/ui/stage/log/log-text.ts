/** The player log as text for support staff: English, with the names of the code. The format of the lines is stable across versions. */
import { DECODE_LEVELS } from '../../../player/rules/decoding/decode-level.ts';
import type { PlayerLogEntry } from '../../../player/rules/contract.ts';
import { SWITCH_REASON } from '../../../player/rules/names.ts';
import type { AttemptWhy, Size } from '../../../player/rules/recovery/recovery-state.ts';
import type { RoomView } from '../../../core/room/view.ts';
import { copyText } from '../../../design/clipboard.ts';
import type { Diagnostics } from '../../page/diagnostics.ts';
import { notify } from '../../overlays/notice.ts';
import type { RoomContext } from '../../room-context.ts';
import type { Text } from '../../text/zh-CN.ts';
import { saveFile } from '../saving/save-file.ts';

/** `+3.2s h264 address 1 of 2: another address (0 UNKNOW)` */
export const logLine = (entry: PlayerLogEntry): string => `+${(entry.atMs / 1_000).toFixed(1)}s ${logText(entry)}`;

function logText(entry: PlayerLogEntry): string {
  switch (entry.type) {
    case 'attempt': {
      const { player, line, lines, reason, because } = entry;
      return `${player} address ${line + 1} of ${lines}: ${attemptText(entry.why)} (${SWITCH_REASON[reason]} ${reason}${because === null ? '' : `: ${because}`})`;
    }
    case 'failure':
      return `${entry.failure}${entry.ack === null ? '' : ` (${entry.ack})`}: ${entry.why}`;
    case 'player-error':
      return `player: ${entry.detail}`;
    case 'ack':
      return `${entry.ack}: ${size(entry.from)} to ${size(entry.to)}`;
    case 'gave-up':
      return `gave up: ${entry.failure}${entry.retryInMs === null ? '' : `, next try in ${(entry.retryInMs / 1_000).toFixed(0)} s`}`;
    case 'first-frame':
      return `first picture ${size(entry.size)} after ${entry.afterMs} ms`;
    case 'resolution':
      return `the picture is ${size(entry.size)} now`;
    case 'autoplay':
      return entry.allowed === 'picture' ? 'the browser allows the picture, sound after a click' : 'the browser waits for a click';
    case 'picture-in-picture':
      return entry.active ? 'picture-in-picture' : 'back from picture-in-picture';
    case 'track-dropped':
      return `the ${entry.track} of the stream is left out: ${entry.name}`;
    case 'decode-level':
      return `decode ${DECODE_LEVELS[entry.level].name}: ${entry.why}`;
    case 'decoding':
      return entry.on ? `decoding again: ${entry.why}` : `decoding stopped: ${entry.why}`;
    case 'threads':
      return `decoding takes ${entry.decodeMs.toFixed(1)} ms a picture on ${entry.threads} threads; next time ${entry.next}: ${entry.why}`;
    case 'choice-refused':
      return `${entry.player} cannot be chosen here`;
    case 'network':
      return entry.isOnline ? 'the browser has a network again' : 'the browser has no network';
    case 'note':
      return entry.text;
  }
}

const RETURNS: readonly AttemptWhy[] = ['audio length is negative', 'audio and video are apart', 'too much is buffered'];

const attemptText = (why: AttemptWhy): string => (RETURNS.includes(why) ? `tab is back: ${why}` : why);
const size = ({ width, height }: Size): string => `${width}x${height}`;

/** Playback information that a viewer pastes into a report. It contains no address and no login value. */
export function playbackInfo(view: RoomView): string {
  const { room, player, layout } = view;
  return [
    `room ${room.roomId} ${room.kind} ${room.liveType} live=${room.liveStatus}`,
    `player ${player.kind ?? 'none'} ${player.status}(${player.statusCode ?? '-'}) reason=${player.reason} line=${player.line + 1}/${player.lineCount}`,
    `volume ${Math.round(player.volume * 100)} muted=${player.muted}`,
    `video ${layout.video.width}x${layout.video.height} policy=${layout.policy} ${layout.orientation}`,
  ].join('\n');
}

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
