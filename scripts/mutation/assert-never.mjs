/** Stryker leaves out the default case of a switch that calls `assertNever`: the compiler proves that no value gets there. */
const REASON = 'the compiler proves that no value reaches the default case';

/** Statements of the case and a `return` count. */
const callsAssertNever = ({ type, expression, argument }) => {
  const call = type === 'ReturnStatement' ? argument : expression;
  return call?.type === 'CallExpression' && call.callee.name === 'assertNever';
};

/** The form of a plugin as `declareValuePlugin` of Stryker's API makes it. */
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
