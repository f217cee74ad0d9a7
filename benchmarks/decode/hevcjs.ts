/**
 * @hevcjs/core by its emscripten module, without the additional copy of every plane in its JavaScript, so that the decoder is measured
 * instead of the wrapper.
 */

export interface HevcjsModule {
  cwrap(name: string, returns: string | null, takes: readonly string[]): (...values: readonly number[]) => number;
  _malloc(bytes: number): number;
  _free(address: number): void;
  getValue(address: number, type: string): number;
  readonly HEAPU8: Uint8Array;
}

/** `source` is hevc-decode.js: a classic script that assigns a factory to a variable. */
export function hevcjsFactory(source: string, require: unknown): (options: object) => Promise<HevcjsModule> {
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the package has no other way in outside of a script element
  return new Function('require', '__filename', '__dirname', `${source};return HEVCDecoderModule`)(require, '', '') as (
    options: object,
  ) => Promise<HevcjsModule>;
}

const FRAME_BYTES = 48;

/** Decodes all units; `show` receives the planes of each picture in order, as bytes for 8 bits and as little-endian words for more. */
export function decodeByHevcjs(module: HevcjsModule, units: readonly Uint8Array[], show?: (planes: Uint8Array) => void): number {
  const call = (name: string, ...values: readonly number[]): number =>
    module.cwrap(
      `hevc_decoder_${name}`,
      'number',
      values.map(() => 'number'),
    )(...values);
  const decoder = call('create');
  const scratch = module._malloc(FRAME_BYTES);
  let pictures = 0;
  const showDrained = (count: number): void => {
    for (let i = 0; i < count; i++) {
      if (call('get_drained_frame', decoder, i, scratch) !== 0) return;
      pictures++;
      if (show) show(packFrame(module, scratch));
    }
  };
  const feed = module.cwrap('hevc_decoder_feed', 'number', ['number', 'number', 'number']);
  const drain = module.cwrap('hevc_decoder_drain', 'number', ['number', 'number']);
  for (const unit of units) {
    const address = module._malloc(unit.length);
    module.HEAPU8.set(unit, address);
    const result = feed(decoder, address, unit.length);
    module._free(address);
    if (result !== 0) throw new Error(`feed returned ${result}`);
    if (drain(decoder, scratch) === 0) showDrained(module.getValue(scratch, 'i32'));
  }
  if (call('flush', decoder) === 0) showDrained(Number.POSITIVE_INFINITY);
  module._free(scratch);
  module.cwrap('hevc_decoder_destroy', null, ['number'])(decoder);
  return pictures;
}

function packFrame(module: HevcjsModule, frame: number): Uint8Array {
  const field = (index: number): number => module.getValue(frame + 4 * index, 'i32');
  const [y, cb, cr, width, height, strideY, strideC, chromaWidth, chromaHeight, bitDepth] = Array.from({ length: 10 }, (_, i) =>
    field(i),
  ) as [number, ...number[]] & number[];
  const bytesPerSample = bitDepth! > 8 ? 2 : 1;
  const packed = new Uint8Array((width! * height! + 2 * chromaWidth! * chromaHeight!) * bytesPerSample);
  let at = 0;
  const plane = (address: number, columns: number, rows: number, stride: number): void => {
    for (let row = 0; row < rows; row++) {
      const line = module.HEAPU8.subarray((address >>> 0) + 2 * row * stride, (address >>> 0) + 2 * (row * stride + columns));
      if (bytesPerSample === 2) packed.set(line, at);
      else for (let x = 0; x < columns; x++) packed[at + x] = line[2 * x]!;
      at += columns * bytesPerSample;
    }
  };
  plane(y, width!, height!, strideY!);
  plane(cb!, chromaWidth!, chromaHeight!, strideC!);
  plane(cr!, chromaWidth!, chromaHeight!, strideC!);
  return packed;
}
