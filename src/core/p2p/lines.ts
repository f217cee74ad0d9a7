/**
 * Splits text that arrives in pieces into lines. Each character is visited once, even for small pieces, and an unfinished line holds at
 * most `maxChars` characters.
 */
export class LineSplitter {
  readonly #maxChars: number;
  #pieces: string[] = [];
  #chars = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  /** Lines completed by this piece; null once a line is too long, after which nothing more is read. */
  push(piece: string): readonly string[] | null {
    const lines: string[] = [];
    for (let from = 0; ;) {
      const end = piece.indexOf('\n', from);
      const part = piece.slice(from, end < 0 ? undefined : end);
      this.#chars += part.length;
      if (this.#chars > this.#maxChars) return null;
      this.#pieces.push(part);
      if (end < 0) return lines;
      lines.push(this.#pieces.join(''));
      this.#pieces = [];
      this.#chars = 0;
      from = end + 1;
    }
  }
}
