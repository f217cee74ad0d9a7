/**
 * How many threads decode, the decode worker's own included. Browsers report more cores than a machine has free (and some a made-up number),
 * so the first number is a rule: two cores are left for the page, the sound and the compositor where there are more than two, and beyond
 * four a 1080p stream has no rows left to share. What decoding then costs is measured and remembered (STORED_KEYS.decodeThreads), and the next
 * start decides by it. Only a start: a decoder with another number is another instance with an empty picture buffer, so that changing in
 * mid-stream would show as a hole until the next key picture.
 */
const MAX_DECODE_THREADS = 4;
/** A thread more must make decoding cheaper by this much, or it only takes a core from somebody else. */
const PAYS = 0.85;
/**
 * Busy milliseconds per megapixel. Below `easy` a 1080p stream at 30 pictures a second takes a quarter of the time: fewer threads may do.
 * Above `hard` it takes more than half: one more may pay. In between nothing is tried, so that the number does not flutter.
 */
const EASY_MS = 4;
const HARD_MS = 8;
/** An older measurement counts as much as the new one. */
const OLD_SHARE = 0.5;
/** Pictures after which a measurement counts: past the start, and more than a group of pictures. */
export const MEASURED_PICTURES = 200;
export const THREAD_WHYS = [
    'not measured yet',
    'fewer are tried',
    'fewer do',
    'one more is tried',
    'measured best',
    'no shared memory',
];
const coresOf = (reportedCores) => (Number.isFinite(reportedCores) && reportedCores >= 1 ? Math.floor(reportedCores) : 2);
/** The rule without a measurement. */
export function threadsByCores(reportedCores) {
    const cores = coresOf(reportedCores);
    return cores <= 2 ? cores : Math.min(MAX_DECODE_THREADS, cores - 2 + (cores === 3 ? 1 : 0));
}
/** Threads share the decoder's memory. */
export const ONE_THREAD = { threads: 1, why: 'no shared memory' };
export function decideThreads(reportedCores, costs) {
    const most = Math.min(MAX_DECODE_THREADS, coresOf(reportedCores));
    const tried = Array.from({ length: most }, (_, i) => i + 1).flatMap((threads) => {
        const costMs = costs[threads];
        return costMs === undefined ? [] : [{ threads, costMs }];
    });
    const [fewest, ...more] = tried;
    if (!fewest)
        return { threads: threadsByCores(reportedCores), why: 'not measured yet' };
    if (fewest.costMs <= EASY_MS) {
        return fewest.threads > 1 ? { threads: fewest.threads - 1, why: 'fewer are tried' } : { threads: 1, why: 'fewer do' };
    }
    const enough = more.find(({ costMs }) => costMs <= EASY_MS);
    if (enough)
        return { threads: enough.threads, why: 'fewer do' };
    const best = more.reduce((before, next) => (next.costMs < before.costMs * PAYS ? next : before), fewest);
    const isTop = tried.at(-1) === best;
    if (best.costMs > HARD_MS && isTop && best.threads < most)
        return { threads: best.threads + 1, why: 'one more is tried' };
    return { threads: best.threads, why: 'measured best' };
}
/** `costMs` busy milliseconds of a picture of so many pixels. */
export function withThreadCost(costs, threads, costMs, pixels) {
    if (!(costMs > 0) || !(pixels > 0) || !Number.isInteger(threads) || threads < 1 || threads > MAX_DECODE_THREADS)
        return costs;
    const perMegapixel = (costMs * 1000000) / pixels;
    const old = costs[threads];
    return { ...costs, [threads]: old === undefined ? perMegapixel : old * OLD_SHARE + perMegapixel * (1 - OLD_SHARE) };
}
/** As it is stored, `2:6.41` each; whatever else stands there is left out. */
export const writeThreadCosts = (costs) => Object.entries(costs).map(([threads, costMs]) => `${threads}:${(costMs ?? 0).toFixed(2)}`);
export function readThreadCosts(stored) {
    const costs = {};
    for (const text of Array.isArray(stored) ? stored.slice(0, MAX_DECODE_THREADS) : []) {
        const found = typeof text === 'string' ? /^([1-4]):(\d{1,4}\.\d{2})$/.exec(text) : null;
        if (found)
            costs[Number(found[1])] = Number(found[2]);
    }
    return costs;
}
