/**
 * The first row that holds. A table ends with a row that always holds, so that every case has a reason; a table without one is a
 * programming error and throws.
 */
export function firstRule(rules, facts) {
    const row = rules.find((rule) => rule.when(facts));
    if (row === undefined)
        throw new Error(`no rule holds; the last is "${rules[rules.length - 1]?.why ?? 'none'}"`);
    return row;
}
/** The closed list of reasons of a table, for tests that prove each of them reachable. */
export const whysOf = (rules) => rules.map(({ why }) => why);
