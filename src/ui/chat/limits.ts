/** Limits of the chat on the page. The list receives at most ten batches a second, each already limited by the room worker. */
export const CHAT_LIMITS = {
  /** Rows in the DOM while the list follows the chat; more rows are not readable during a flood. */
  tailRows: 120,
  /** Rows per layer (row-blocks.ts), as many as are drawn of one batch. */
  blockRows: 30,
  /** Maximum number of rows drawn of one batch, fewer if fewer fill the list. The others are kept and drawn when the viewer scrolls up. */
  drawnPerBatch: 30,
  /** Rows in the DOM while the viewer reads further up and a flood had skipped some. */
  readingRows: 480,
  /** Newest rows on which a line of the same words is counted, if the viewer has chosen so. */
  mergedRows: 30,
  /** Rows kept for scrolling back; the oldest are dropped first. */
  historyRows: 1000,
  /** Characters of one message; the project's choice. */
  textChars: 100,
  /** Maximum number of badges before a name. */
  badges: 6,
  /** Own messages without an echo. */
  ownRows: 20,
  /** Milliseconds between two summaries for screen readers. */
  summaryMs: 6000,
} as const;
