/** The published bundle of mpegts.js, with its loaders: the pages of the browser tests have the trimmed build of the room under the bare name. */
declare module 'mpegts.js/dist/mpegts.js' {
  export { default } from 'mpegts.js';
}
