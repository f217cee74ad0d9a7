/** Oldest entries leave first. */
export const MAX_DECISIONS = 400;
export function createDecisionLog(onAdd = () => undefined) {
    const entries = [];
    let dropped = 0;
    return {
        add(decision) {
            if (entries.length === MAX_DECISIONS) {
                entries.shift();
                dropped++;
            }
            entries.push(decision);
            onAdd(decision);
        },
        entries: () => entries,
        dropped: () => dropped,
    };
}
