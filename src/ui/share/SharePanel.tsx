import { useId, useRef, useState } from 'react';
import { Icon } from '../../design/icons/Icon.tsx';
import { Modal } from '../overlays/Modal.tsx';
import { notify } from '../overlays/notice.ts';
import { copyText } from '../../design/clipboard.ts';
import { useRoom, useRoomContext } from '../room-context.ts';
import { saveFile } from '../stage/saving/save-file.ts';
import { useLanguage, useText } from '../text/text.ts';
import { QrCode, qrCode } from './QrCode.tsx';
import css from './SharePanel.module.css';

const WORDS = {
  'zh-CN': {
    share: '分享直播间',
    app: '下载客户端',
    code: '直播间二维码',
    scan: '用手机扫码，直接进入直播间',
    scanApp: '用手机扫码，在手机上继续看',
    link: '直播间链接',
    copy: '复制链接',
    copied: '已复制',
    copyFailed: '复制失败，请长按链接手动复制',
    picture: '保存分享图',
    pictureSaved: '分享图已保存',
    pictureFailed: '分享图生成失败，请稍后再试',
    more: '更多方式',
    appHint: '客户端支持开播、连麦与更高画质。',
    download: '下载安装包',
  },
  en: {
    share: 'Share this room',
    app: 'Get the app',
    code: 'QR code of the room',
    scan: 'Scan with a phone to open this room',
    scanApp: 'Scan with a phone to keep watching there',
    link: 'Link to the room',
    copy: 'Copy the link',
    copied: 'Copied',
    copyFailed: 'Copying failed, please select the link',
    picture: 'Save as picture',
    pictureSaved: 'The picture was saved',
    pictureFailed: 'The picture could not be made, please try again later',
    more: 'More ways',
    appHint: 'The app can go live, link mics and show higher quality.',
    download: 'Download',
  },
} as const;

/** Time in ms for which the button shows that the link was copied. */
const COPIED_MS = 2_400;

/** Link, QR code, picture and the ways of the system; for `app` the download of the client instead of the picture. */
export default function SharePanel({ about, onClose }: { readonly about: 'room' | 'app'; readonly onClose: () => void }) {
  const words = WORDS[useLanguage()];
  const room = useRoom('room');
  const text = useText();
  const { act } = useRoomContext();
  const url = `${location.origin}${location.pathname}`;
  const title = room.liveName === '' ? text.roomLabel(room.starName) : room.liveName;
  const isApp = about === 'app';
  return (
    <Modal title={isApp ? words.app : words.share} onClose={onClose}>
      <div className={css.panel} data-share={about}>
        <div className={css.code}>
          <QrCode text={url} sizePx={148} label={words.code} />
        </div>
        <div className={css.words}>
          <p className={css.title}>{title}</p>
          <p className={css.hint}>{isApp ? words.scanApp : words.scan}</p>
          {isApp && <p className={css.hint}>{words.appHint}</p>}
          {!isApp && room.roomId > 0 && <p className={css.hint}>{text.roomNumber(room.roomId)}</p>}
        </div>
        <Link url={url} />
        <div className={css.ways}>
          {isApp ? (
            <button type="button" className="pill main-action" onClick={() => act({ type: 'download-client' })}>
              <Icon name="download" size={18} />
              {words.download}
            </button>
          ) : (
            <>
              <PictureButton url={url} title={title} />
              <SystemButton url={url} title={title} />
            </>
          )}
        </div>
      </div>
    </Modal>
  );
}

function Link({ url }: { readonly url: string }) {
  const words = WORDS[useLanguage()];
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const id = useId();
  const copy = async (): Promise<void> => {
    if (await copyText(url)) {
      setCopied(true);
      setTimeout(() => setCopied(false), COPIED_MS);
      return;
    }
    field.current?.select();
    notify(words.copyFailed, 'bad');
  };
  return (
    <div className={css.link}>
      <label htmlFor={id} className="unseen">
        {words.link}
      </label>
      <input ref={field} id={id} className="text-field" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      <button
        type="button"
        data-first=""
        className={`pill main-action ${css.copy}`}
        data-copied={isCopied || undefined}
        onClick={() => void copy()}
      >
        <Icon name={isCopied ? 'check' : 'copy'} size={17} />
        <span aria-live="polite">{isCopied ? words.copied : words.copy}</span>
      </button>
    </div>
  );
}

function PictureButton({ url, title }: { readonly url: string; readonly title: string }) {
  const words = WORDS[useLanguage()];
  const { coverUrl, avatarUrl, starName, roomId } = useRoom('room');
  const text = useText();
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const card = {
      title,
      starName,
      brand: text.brand,
      hint: words.scan,
      number: text.roomNumber(roomId),
      coverUrl: coverUrl || avatarUrl,
      url,
    };
    const picture = await drawShareCard(card).catch(() => null);
    setBusy(false);
    if (picture === null) return notify(words.pictureFailed, 'bad');
    saveFile(picture, `footlight-${roomId}.png`);
    return notify(words.pictureSaved, 'good');
  };
  return (
    <button type="button" className="pill quiet-action" disabled={isBusy} onClick={() => void save()}>
      <Icon name="picture" size={18} />
      {words.picture}
    </button>
  );
}

/** The sharing of the system, where the browser has it. */
function SystemButton({ url, title }: { readonly url: string; readonly title: string }) {
  const words = WORDS[useLanguage()];
  if (typeof navigator.share !== 'function') return null;
  return (
    <button
      type="button"
      className="pill quiet-action"
      // Refused in some frames, and cancelled by the viewer: the link above remains.
      onClick={() => void navigator.share({ title, url }).catch(() => undefined)}
    >
      <Icon name="share" size={18} />
      {words.more}
    </button>
  );
}

export interface ShareCard {
  readonly title: string;
  readonly starName: string;
  readonly brand: string;
  readonly hint: string;
  readonly number: string;
  readonly coverUrl: string;
  readonly url: string;
}

/** CSS pixels; drawn at twice the size, so that it is sharp on phones. */
const SIZE = { width: 375, height: 560, cover: 300, code: 132, padding: 24 } as const;
const SCALE = 2;
const FONT = "-apple-system, 'Segoe UI', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

/** A picture of the room for places where a link cannot be pressed: cover, title, star and QR code. */
async function drawShareCard(card: ShareCard): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE.width * SCALE;
  canvas.height = SIZE.height * SCALE;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no 2d context');
  pen.scale(SCALE, SCALE);
  pen.fillStyle = '#13151d';
  pen.fillRect(0, 0, SIZE.width, SIZE.height);
  const cover = await loadPicture(card.coverUrl);
  if (cover !== null) drawCovering(pen, cover);
  else drawLights(pen);
  const { padding } = SIZE;
  const textWidth = SIZE.width - 3 * padding - SIZE.code;
  pen.textBaseline = 'top';
  pen.fillStyle = '#f3f4f8';
  pen.font = `600 20px ${FONT}`;
  let top = drawLines(pen, card.title, { x: padding, y: SIZE.cover + 20, width: SIZE.width - 2 * padding, height: 27, lines: 2 });
  pen.font = `14px ${FONT}`;
  pen.fillStyle = '#b4bac9';
  top = drawLines(pen, card.starName, { x: padding, y: top + 4, width: textWidth, height: 21, lines: 1 });
  drawLines(pen, card.number, { x: padding, y: top, width: textWidth, height: 21, lines: 1 });
  drawLines(pen, card.hint, { x: padding, y: SIZE.height - padding - 68, width: textWidth, height: 21, lines: 2 });
  pen.fillStyle = '#ff86a3';
  pen.font = `700 16px ${FONT}`;
  pen.fillText(card.brand, padding, SIZE.height - padding - 18);
  drawCode(pen, card.url);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png');
  });
}

/** Null if it cannot be loaded, or if its server does not allow its use in a picture. */
function loadPicture(url: string): Promise<HTMLImageElement | null> {
  return new Promise((resolve) => {
    if (url === '') return resolve(null);
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.onload = () => resolve(image);
    image.onerror = () => resolve(null);
    image.src = url;
    return undefined;
  });
}

function drawCovering(pen: CanvasRenderingContext2D, image: HTMLImageElement): void {
  const scale = Math.max(SIZE.width / image.naturalWidth, SIZE.cover / image.naturalHeight);
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, SIZE.width, SIZE.cover);
  pen.clip();
  pen.drawImage(image, (SIZE.width - width) / 2, (SIZE.cover - height) / 2, width, height);
  pen.restore();
}

/** Stage lights in place of a missing cover. */
function drawLights(pen: CanvasRenderingContext2D): void {
  const light = pen.createLinearGradient(0, 0, SIZE.width, SIZE.cover);
  light.addColorStop(0, '#ff9f5f');
  light.addColorStop(1, '#ff4d79');
  pen.fillStyle = light;
  pen.fillRect(0, 0, SIZE.width, SIZE.cover);
}

/** Breaks between characters, the last line is cut with an ellipsis; returns the end of the text. */
function drawLines(
  pen: CanvasRenderingContext2D,
  text: string,
  { x, y, width, height, lines }: { x: number; y: number; width: number; height: number; lines: number },
): number {
  let rest = Array.from(text);
  let top = y;
  for (let line = 1; line <= lines && rest.length > 0; line++) {
    let count = rest.length;
    while (count > 1 && pen.measureText(rest.slice(0, count).join('')).width > width) count--;
    const isCut = line === lines && count < rest.length;
    pen.fillText(isCut ? `${rest.slice(0, Math.max(1, count - 1)).join('')}…` : rest.slice(0, count).join(''), x, top);
    rest = rest.slice(count);
    top += height;
  }
  return top;
}

function drawCode(pen: CanvasRenderingContext2D, url: string): void {
  const rows = qrCode(url);
  if (rows === null) return;
  const module = SIZE.code / (rows.length + 8);
  const [left, top] = [SIZE.width - SIZE.padding - SIZE.code, SIZE.height - SIZE.padding - SIZE.code];
  pen.fillStyle = '#fff';
  pen.fillRect(left, top, SIZE.code, SIZE.code);
  pen.fillStyle = '#101218';
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) pen.fillRect(left + (x + 4) * module, top + (y + 4) * module, module + 0.3, module + 0.3);
}
