/** `--project NAME` as `--project=NAME`, the form by which `npm run e2e` knows the chosen project; all other arguments unchanged. */
export const withEqualsSign = (args: readonly string[]): readonly string[] =>
  args.flatMap((arg, at) => {
    const isAlone = (index: number): boolean => args[index] === '--project' && args[index + 1] !== undefined;
    if (isAlone(at - 1)) return [];
    return [isAlone(at) ? `${arg}=${args[at + 1]}` : arg];
  });
