/**
 * Rounds of a test with random inputs. Under `npm run mutate` a twentieth of them, because each mutant runs the test again, and most
 * mutants are wrong for many inputs.
 */
export const rounds = (count: number): number => (process.env['FOOTLIGHT_MUTATION_TESTS'] === undefined ? count : Math.ceil(count / 20));
