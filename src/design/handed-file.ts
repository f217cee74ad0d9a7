/**
 * A file passed from one page of the product to the next. It is stored in Cache Storage at one address, and the page that opens it deletes
 * it. Cache Storage accepts files of any size without holding them in memory, and both pages have the same origin.
 */
export const HANDED_FILE = {
  cache: 'footlight-handed-file',
  address: '/__handed/file',
  /** Header of the stored response: the file's name, URL-encoded. */
  nameHeader: 'x-file-name',
  /** Query parameter of the page that opens the file. */
  flag: 'handed',
} as const;
