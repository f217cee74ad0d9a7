import { WireFault } from './wire-fault.ts';
export const field = (number, type) => ({ number, type, isList: false });
export const list = (number, type) => ({ number, type, isList: true });
/** What a field of bytes holds that is not there; one for all, since an array takes longer to make than the rest of an envelope to read. */
export const NO_BYTES = new Uint8Array();
/** A list that is longer is refused: no push of the room shows more than a screen of entries. */
export const MAX_LIST_ITEMS = 1000;
export const tooMany = (path) => new WireFault(`${path} has more than ${MAX_LIST_ITEMS} entries`);
