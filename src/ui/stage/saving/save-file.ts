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
