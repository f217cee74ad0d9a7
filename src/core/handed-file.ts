/**
 * A file that one page of the product hands to the next: it waits in Cache Storage, under one address, and is taken away by whoever opens it.
 * Cache Storage takes a file of any size without holding it in memory, and belongs to the origin as both pages do.
 */
export const HANDED_FILE = {
  cache: 'footlight-handed-file',
  address: '/__handed/file',
  /** Header of the stored answer: the file's name, URL-encoded. */
  nameHeader: 'x-file-name',
  /** Query parameter of the page that is to take it. */
  flag: 'handed',
} as const;
