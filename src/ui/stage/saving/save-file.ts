/** Maximum characters of the star's name in a file name. */
const MAX_NAME_CHARS = 40;
/** Time in ms after which the browser has read the file. */
const REVOKE_MS = 10_000;
const two = (n: number): string => String(n).padStart(2, '0');

/** `小喵Momo 2026-11-24 22-05-09.png`, in local time. */
export function fileName(starName: string, at: Date, extension: string): string {
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => two(part)).join('-');
  const name = starName.replaceAll(/[\p{Cc}\p{Cf}"*/:<>?\\|]/gu, '').trim();
  return [name.slice(0, MAX_NAME_CHARS), `${day} ${time}.${extension}`].filter(Boolean).join(' ');
}

/** Saves the content as a file on the viewer's device. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_MS);
}

/** File name, if the address ends in one. */
const nameOf = (url: URL): string => url.pathname.split('/').at(-1) ?? '';

const IS_PAGE = /(?:^|\/|\.html?)$/;

/**
 * P10: saves the file without leaving the page; a page that offers the file opens in a new window. For another origin browsers ignore `download` and rely on the server's headers: such an
 * address opens in a new window, which closes immediately for a download, so that the room is never navigated away.
 */
export function download(address: string): void {
  const url = new URL(address, location.href);
  const link = document.createElement('a');
  link.href = url.href;
  if (!IS_PAGE.test(url.pathname)) link.download = nameOf(url);
  link.rel = 'noopener';
  if (url.origin !== location.origin || IS_PAGE.test(url.pathname)) link.target = '_blank';
  document.body.append(link);
  link.click();
  link.remove();
}

/** The element that contains the players (Stage.tsx). */
const SURFACE = '[data-double]';

/** The current picture without its overlays; null if there is none or the browser refuses to read it. */
async function shownPicture(): Promise<Blob | null> {
  const canvas = document.querySelector<HTMLCanvasElement>(`${SURFACE} canvas:not([data-still])`);
  const video = document.querySelector<HTMLVideoElement>(`${SURFACE} video`);
  const source = canvas ?? video;
  if (source === null) return null;
  const [width, height] = source instanceof HTMLVideoElement ? [source.videoWidth, source.videoHeight] : [source.width, source.height];
  if (width === 0 || height === 0) return null;
  const copy = Object.assign(document.createElement('canvas'), { width, height });
  try {
    copy.getContext('2d', { alpha: false })?.drawImage(source, 0, 0, width, height);
    return await new Promise<Blob | null>((resolve) => copy.toBlob(resolve, 'image/png'));
  } catch {
    // A canvas whose worker has ended, or a picture of another origin.
    return null;
  }
}

/** Saves the picture as a file; false if there is none. */
export async function saveScreenshot(starName: string): Promise<boolean> {
  const picture = await shownPicture();
  if (picture === null) return false;
  saveFile(picture, fileName(starName, new Date(), 'png'));
  return true;
}
