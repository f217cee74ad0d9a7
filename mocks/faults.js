/** Those that hit this connection; `earlier` counts the ones to the same place before it. */
export function faultsOn(faults, channel, path, earlier) {
    return faults.filter((fault) => fault.on === channel && (fault.match === undefined || path.includes(fault.match)) && (fault.times ?? Infinity) > earlier);
}
export const NOTHING_INJECTED = { faults: [], sinceMs: 0 };
/** Those of the scenario, and the injected ones with their times moved to the connection's: they began while it was open. */
export function faultsNow(own, injected, { channel, path, earlier, startMs }) {
    const offsetMs = Math.max(0, injected.sinceMs - startMs);
    const moved = faultsOn(injected.faults, channel, path, earlier).map((fault) => 'afterMs' in fault ? { ...fault, afterMs: fault.afterMs + offsetMs } : fault);
    return [...moved, ...faultsOn(own, channel, path, earlier)];
}
export function faultOf(faults, kind) {
    return faults.find((fault) => fault.kind === kind);
}
/** The same numbers for the same seed and counter, on every machine: 0 <= x < 1. */
export function chance(seed, counter) {
    let mixed = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(counter + 1, 0xc2b2ae35)) >>> 0;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d) >>> 0;
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b) >>> 0;
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
}
const WRONG_BYTES = 4;
/** A copy with a few wrong bytes from `from` on. */
export function corrupted(bytes, from, seed, counter) {
    const damaged = bytes.slice();
    for (let i = 0; i < WRONG_BYTES && damaged.length > from; i++) {
        const at = from + Math.floor(chance(seed + i + 1, counter) * (damaged.length - from));
        damaged[at] = damaged[at] ^ (1 + Math.floor(chance(seed + i + 101, counter) * 255));
    }
    return damaged;
}
