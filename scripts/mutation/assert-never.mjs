/** Stryker ignores the default case of a switch that calls `assertNever`, because the compiler proves that no value reaches it. */
const REASON = 'the compiler proves that no value reaches the default case';

/** Accepts an expression statement and a `return`. */
const callsAssertNever = ({ type, expression, argument }) => {
  const call = type === 'ReturnStatement' ? argument : expression;
  return call?.type === 'CallExpression' && call.callee.name === 'assertNever';
};

/** The result of `declareValuePlugin` of Stryker's API. */
export const strykerPlugins = [
  {
    kind: 'Ignore',
    name: 'assert-never',
    value: {
      shouldIgnore: ({ node }) =>
        node.type === 'SwitchCase' && node.test === null && node.consequent.some(callsAssertNever) ? REASON : undefined,
    },
  },
];
