const ENGLISH = new Intl.PluralRules('en');

/** `1 line`, `2 lines`, `12.3K lines`: an English number with its noun. A shortened number is always plural. */
export function counted(count: number | string, one: string, other = `${one}s`): string {
  const number = Number(count);
  return `${count} ${Number.isFinite(number) && ENGLISH.select(number) === 'one' ? one : other}`;
}
