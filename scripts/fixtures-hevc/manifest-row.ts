/** What every manifest of fixtures/hevc* says of a stream. */
export interface ManifestRow {
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly frames: number;
  /** Of the planes in output order. */
  readonly md5: string;
  /** Whether the picture hash SEI of the stream are right. */
  readonly hashSei: boolean;
}
