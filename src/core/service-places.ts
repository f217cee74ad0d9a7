/** The part of the services setting (services.ts) that the first script needs; separate to keep that script small (ui/start/first-script.ts). */

/** The setting has a few hundred characters; longer text is ignored. */
const MAX_CHARS = 65_536;

export type ServicesSetting = Readonly<Record<string, unknown>>;

export function readSetting(text: string, problems: string[]): ServicesSetting {
  try {
    const parsed: unknown = text.trim() === '' ? {} : JSON.parse(text.slice(0, MAX_CHARS));
    if (typeof parsed === 'object' && parsed !== null) return parsed as ServicesSetting;
    problems.push('services: no object');
  } catch {
    problems.push('services: not JSON');
  }
  return {};
}

/** Base address of a service; the page's own origin if it is missing or invalid. */
export function readPlace(given: ServicesSetting, name: string, origin: string, problems: string[], byDefault = `/svc/${name}`): string {
  const value = given[name];
  if (value === undefined) return `${origin}${byDefault}`;
  if (typeof value === 'string' && /^https?:\/\/\S+$/.test(value)) return withoutSlashes(value);
  if (typeof value === 'string' && /^\/(?!\/)\S*$/.test(value)) return withoutSlashes(`${origin}${value}`);
  problems.push(`services.${name}: no address`);
  return `${origin}${byDefault}`;
}

function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end--;
  return address.slice(0, end);
}
