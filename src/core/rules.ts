/** One row of a policy table: when it holds, and the reason that is shown in logs, counted and tested. */
export interface Rule<Facts, Why extends string = string> {
  readonly why: Why;
  when(facts: Facts): boolean;
}

/**
 * The first row that holds. A table ends with a row that always holds, so that every case has a reason; a table without one is a
 * programming error and throws.
 */
export function firstRule<Facts, Row extends Rule<Facts>>(rules: readonly Row[], facts: Facts): Row {
  const row = rules.find((rule) => rule.when(facts));
  if (row === undefined) throw new Error(`no rule holds; the last is "${rules[rules.length - 1]?.why ?? 'none'}"`);
  return row;
}

/** The closed list of reasons of a table, for tests that prove each of them reachable. */
export const whysOf = <Why extends string>(rules: readonly { readonly why: Why }[]): readonly Why[] => rules.map(({ why }) => why);
