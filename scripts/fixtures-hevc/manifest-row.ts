/** Fields of a stream in every manifest of fixtures/hevc*. */
export interface ManifestRow {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly frames: number;
  /** MD5 of the planes in output order. */
  readonly md5: string;
  /** Whether the picture hash SEI of the stream is correct. */
  readonly hashSei: boolean;
}
