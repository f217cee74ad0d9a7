/** True when a line mentions `@name`, followed by the end or a character that cannot be part of a name. False for ''. */
export function mentions(said: string, name: string): boolean {
  if (name === '' || said === '') return false;
  const call = `@${name}`;
  for (let at = said.indexOf(call); at >= 0; at = said.indexOf(call, at + 1)) {
    const next = String.fromCodePoint(said.codePointAt(at + call.length) ?? SPACE);
    if (!/[\p{L}\p{N}\p{M}_]/u.test(next)) return true;
  }
  return false;
}
const SPACE = 32;
