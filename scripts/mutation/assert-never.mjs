/** Stryker leaves out the default case of a switch that calls `assertNever`: the compiler proves that no value gets there. */
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const REASON = 'the compiler proves that no value reaches the default case';

/** Statements of the case and a `return` count. */
const callsAssertNever = ({ type, expression, argument }) => {
  const call = type === 'ReturnStatement' ? argument : expression;
  return call?.type === 'CallExpression' && call.callee.name === 'assertNever';
};

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'assert-never', {
    shouldIgnore: ({ node }) =>
      node.type === 'SwitchCase' && node.test === null && node.consequent.some(callsAssertNever) ? REASON : undefined,
  }),
];
