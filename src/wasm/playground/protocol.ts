/** Messages between the page and its decoding worker. Plain data, one union per direction. */
import type { Build, BuildReason } from '../glue/build.ts';
import type { BlockFacts } from './session/painter.ts';
import type { ParameterSet, PictureType } from './syntax/parameter-sets.ts';

export interface DecodeOptions {
  readonly threads: number;
  readonly build: Build | 'auto';
}

/** One picture, in output order. */
export interface PictureRow {
  readonly index: number;
  /** Index in the file, which is in decoding order. */
  readonly sample: number;
  /** Time of the picture in microseconds; equal steps if the file contains none. */
  readonly timeUs: number;
  readonly type: PictureType;
  readonly nalType: number;
  readonly temporalId: number;
  readonly poc: number;
  readonly isKey: boolean;
  readonly slices: number;
  readonly bytes: number;
  /** Time of this unit only: push and wait, without painting. */
  readonly decodeMs: number;
  readonly isDamaged: boolean;
}

export interface StreamFacts {
  readonly name: string;
  readonly fileBytes: number;
  readonly container: string;
  readonly codec: string;
  readonly samples: number;
  readonly sets: readonly ParameterSet[];
  readonly width: number;
  readonly height: number;
  readonly bitDepth: number;
  readonly damage: string | undefined;
}

export interface Race {
  readonly pictures: number;
  readonly ms: number;
}

export interface DecoderFacts {
  readonly build: Build;
  readonly why: BuildReason;
  readonly threads: number;
  readonly memoryBytes: number;
}

export type Comparison =
  /** The browser reports that it has no decoder for this stream. */
  | { readonly name: 'unsupported' }
  | { readonly name: 'failed'; readonly why: string }
  | { readonly name: 'done'; readonly browser: Race; readonly own: Race; readonly same: number; readonly different: readonly number[] };

/** Layers over a picture: coding tree, transform and prediction blocks, quantization, motion. */
export const OVERLAY_LAYERS = ['ctb', 'tb', 'pu', 'qp', 'mv'] as const;
export type OverlayLayer = (typeof OVERLAY_LAYERS)[number];

export type ToSession =
  | { readonly type: 'canvas'; readonly canvas: OffscreenCanvas }
  | { readonly type: 'open'; readonly name: string; readonly bytes: Uint8Array; readonly options: DecodeOptions }
  | { readonly type: 'show'; readonly index: number }
  | { readonly type: 'play'; readonly from: number; readonly rate: number }
  | { readonly type: 'pause' }
  /** Decodes everything again without waiting for each picture. */
  | { readonly type: 'race' }
  | { readonly type: 'hash' }
  | { readonly type: 'compare' }
  /** Layers over the pictures shown from now on, starting with the current one. */
  | { readonly type: 'overlay'; readonly layers: readonly OverlayLayer[]; readonly index: number };

export type FromSession =
  | { readonly type: 'opened'; readonly facts: StreamFacts; readonly decoder: DecoderFacts }
  | { readonly type: 'refused'; readonly code: string; readonly detail: string }
  | { readonly type: 'pictures'; readonly rows: readonly PictureRow[]; readonly done: number }
  | { readonly type: 'analysed'; readonly facts: StreamFacts; readonly decoder: DecoderFacts }
  | { readonly type: 'shown'; readonly index: number; readonly md5: string | undefined; readonly blocks?: BlockFacts }
  /** The active layers; empty if the debugging build could not be loaded. */
  | { readonly type: 'overlaid'; readonly layers: readonly OverlayLayer[] }
  | { readonly type: 'ended' }
  | { readonly type: 'raced'; readonly race: Race }
  | { readonly type: 'hashes'; readonly from: number; readonly md5: readonly string[]; readonly isLast: boolean }
  | { readonly type: 'compared'; readonly comparison: Comparison }
  | { readonly type: 'log'; readonly level: 'error'; readonly text: string };
