import { fileName, saveFile } from './save-file.ts';

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
