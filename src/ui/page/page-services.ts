import { readServices } from '../../core/services.ts';

let read: ReturnType<typeof readServices> | undefined;

/** The deployment's setting in index.html, read once. */
export function pageServices(): ReturnType<typeof readServices> {
  read ??= readServices(document.getElementById('services')?.textContent ?? '', location.origin);
  return read;
}
