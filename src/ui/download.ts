/** The name of the file, where the address ends in one. */
const nameOf = (url: URL): string => url.pathname.split('/').at(-1) ?? '';

/**
 * P10: the file is saved and the page stays. Of another origin a browser takes the server's word for what is a file and ignores `download`:
 * such an address gets a window of its own, which closes at once where it is one, so that the room is never navigated away.
 */
export function download(address: string): void {
  const url = new URL(address, location.href);
  const link = document.createElement('a');
  link.href = url.href;
  link.download = nameOf(url);
  link.rel = 'noopener';
  if (url.origin !== location.origin) link.target = '_blank';
  document.body.append(link);
  link.click();
  link.remove();
}
