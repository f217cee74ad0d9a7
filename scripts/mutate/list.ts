import type { Change } from './changes.ts';

export const selected = (changes: readonly Change[], word: string): readonly Change[] =>
  changes.filter(({ name, file }) => name.includes(word) || file.includes(word));

/** The text with the one place changed. A function gives the new text: `$` means nothing in it. */
export const mutated = (text: string, { find, replace }: Change): string => text.replace(find, () => replace);

/** What is wrong with the list, by name: a change whose place is gone, or is not the only one, changes nothing or something else. */
export function problemsOf(changes: readonly Change[], read: (file: string) => string): readonly string[] {
  const names = new Set<string>();
  return changes.flatMap((change) => {
    const { name, file, find, replace, tests } = change;
    const places = read(file).split(find).length - 1;
    const faults = [
      names.has(name) && 'the name stands twice',
      places !== 1 && `its text stands ${places} times in ${file}: the list is stale`,
      find === replace && 'it changes nothing',
      tests.length === 0 && 'it names no tests',
    ].filter((fault) => fault !== false);
    names.add(name);
    return faults.map((fault) => `${name}: ${fault}`);
  });
}
