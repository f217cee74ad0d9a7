/** Characters of a star's name in the name of a file. */
const MAX_NAME_CHARS = 40;
const two = (n: number): string => String(n).padStart(2, '0');

/** `小喵Momo 2026-11-24 22-05-09.png`, by the viewer's own clock. */
export function screenshotName(starName: string, at: Date): string {
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const time = [at.getHours(), at.getMinutes(), at.getSeconds()].map((part) => two(part)).join('-');
  const name = starName.replaceAll(/[\p{Cc}\p{Cf}"*/:<>?\\|]/gu, '').trim();
  return [name.slice(0, MAX_NAME_CHARS), `${day} ${time}.png`].filter(Boolean).join(' ');
}

/** What the players stand in (Stage.tsx). */
const SURFACE = '[data-double]';

/** The picture that plays, without what lies over it; null where there is none or the browser does not give it. */
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
    // A canvas whose thread is gone, or a picture of another origin.
    return null;
  }
}

/** Saves the picture as a file; false where there is none. */
export async function saveScreenshot(starName: string): Promise<boolean> {
  const picture = await shownPicture();
  if (picture === null) return false;
  const address = URL.createObjectURL(picture);
  const link = Object.assign(document.createElement('a'), { href: address, download: screenshotName(starName, new Date()) });
  link.click();
  // The browser has taken the file by then.
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_MS);
  return true;
}
const REVOKE_MS = 10_000;
