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
