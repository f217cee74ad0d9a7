/** One row of a policy table: its condition, and its reason, which is logged, counted and tested. */
export interface Rule<Facts, Why extends string = string> {
  readonly why: Why;
  when(facts: Facts): boolean;
}

/**
 * The first matching row. The last row of a table always matches, so that every case has a reason; a table without such a row is a
 * programming error and throws.
 */
export function firstRule<Facts, Row extends Rule<Facts>>(rules: readonly Row[], facts: Facts): Row {
  const row = rules.find((rule) => rule.when(facts));
  if (row === undefined) throw new Error(`no rule holds; the last is "${rules[rules.length - 1]?.why ?? 'none'}"`);
  return row;
}

/** The reasons of a table as a closed list, for tests that prove each of them reachable. */
export const reasonsOf = <Why extends string>(rules: readonly { readonly why: Why }[]): readonly Why[] => rules.map(({ why }) => why);
