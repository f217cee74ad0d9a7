/**
 * Cuts text that arrives in pieces into lines. Each character is visited once, however small the pieces are, and a line without an end
 * costs `maxChars` characters of memory and no more.
 */
export class LineSplitter {
  readonly #maxChars: number;
  #pieces: string[] = [];
  #chars = 0;

  constructor(maxChars: number) {
    this.#maxChars = maxChars;
  }

  /** The lines that are whole now; null once a line is too long, and nothing is read any more. */
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
