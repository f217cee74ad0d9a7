/** Problems, empty if all is correct; or the reason why the trial cannot run here. */
export type Outcome = readonly string[] | { readonly skip: string };

/** Results of the trials of a package, one line each, with the time that each took. */
export class TrialReport {
  #passed = 0;
  #failed = 0;

  async run(name: string, check: () => Promise<Outcome> | Outcome): Promise<void> {
    const startMs = performance.now();
    let outcome: Outcome;
    try {
      outcome = await check();
    } catch (error) {
      outcome = [String(error)];
    }
    if ('skip' in outcome) return this.skip(name, outcome.skip);
    const seconds = ((performance.now() - startMs) / 1_000).toFixed(1).padStart(5);
    if (outcome.length > 0) this.#failed++;
    else this.#passed++;
    console.log(`${outcome.length === 0 ? 'pass' : 'FAIL'}  ${seconds} s  ${name}`);
    for (const problem of outcome) console.log(`        ${problem}`);
  }

  skip(name: string, why: string): void {
    console.log(`skip           ${name}: ${why}`);
  }

  /** The exit code. */
  end(): number {
    console.log(`${this.#passed} passed, ${this.#failed} failed`);
    return this.#failed === 0 ? 0 : 1;
  }
}
