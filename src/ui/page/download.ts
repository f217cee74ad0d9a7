/** File name, if the address ends in one. */
const nameOf = (url: URL): string => url.pathname.split('/').at(-1) ?? '';

/**
 * P10: saves the file without leaving the page. For another origin browsers ignore `download` and rely on the server's headers: such an
 * address opens in a new window, which closes immediately for a download, so that the room is never navigated away.
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
