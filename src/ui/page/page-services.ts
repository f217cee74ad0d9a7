import { readServices } from '../../core/services.ts';

type Read = ReturnType<typeof readServices>;

/** The deployment's setting in index.html. The offline build always allows addresses and config in the page's address. */
export function readPageServices(): Read {
  const { services, problems } = readServices(document.getElementById('services')?.textContent ?? '', location.origin);
  const addressOverrides = services.addressOverrides || import.meta.env.VITE_MOCK === '1';
  return { services: { ...services, addressOverrides }, problems };
}

let read: Read | undefined;

/** The same, read once. */
export const pageServices = (): Read => (read ??= readPageServices());
