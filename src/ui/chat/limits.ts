/** Bounds of the chat on the page. The list takes at most ten batches a second, each already cut by the room worker. */
export const CHAT_LIMITS = {
  /** Rows in the DOM while the list follows the talk (more cost more than they help: nobody reads 120 rows back in a flood). */
  tailRows: 120,
  /** Rows that are one layer (row-blocks.ts): as many as are drawn of a batch. */
  blockRows: 30,
  /** Rows drawn of one batch, and fewer where fewer fill the list. The others are kept, and drawn when the viewer scrolls up. */
  drawnPerBatch: 30,
  /** Rows in the DOM while the viewer reads further up, when a flood had left some out. */
  readingRows: 480,
  /** Rows kept for scrolling back; the oldest go first. */
  historyRows: 1000,
  /** Characters of one message; the document leaves it open. */
  textChars: 100,
  /** Badges drawn in front of a name. */
  badges: 6,
  /** Own messages that have not been echoed yet. */
  ownRows: 20,
  /** Milliseconds between two summaries for screen readers. */
  summaryMs: 6000,
} as const;
