/** Writes files for tests: other containers by mediabunny, and HEIC, one picture or a grid with the properties written by phones. */
import {
  ALL_FORMATS,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Output,
  type OutputFormat,
  type Source,
} from 'mediabunny';

/** The packets of a file with HEVC, and with AAC if it has sound, in another container. */
export async function remuxed(from: Source, format: OutputFormat): Promise<Uint8Array<ArrayBuffer>> {
  const input = new Input({ formats: ALL_FORMATS, source: from });
  const [picture, sound] = [(await input.getPrimaryVideoTrack())!, await input.getPrimaryAudioTrack()];
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const [video, audio] = [new EncodedVideoPacketSource('hevc'), new EncodedAudioPacketSource('aac')];
  output.addVideoTrack(video);
  if (sound) output.addAudioTrack(audio);
  await output.start();
  const pictureConfig = (await picture.getDecoderConfig())!;
  for await (const packet of new EncodedPacketSink(picture).packets()) await video.add(packet, { decoderConfig: pictureConfig });
  const soundConfig = await sound?.getDecoderConfig();
  if (sound && soundConfig)
    for await (const packet of new EncodedPacketSink(sound).packets()) await audio.add(packet, { decoderConfig: soundConfig });
  await output.finalize();
  return new Uint8Array(target.buffer!);
}

const bytesOf = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const u16 = (value: number): number[] => [value >> 8, value & 255];
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)];
const box = (type: string, ...body: readonly (readonly number[])[]): number[] => {
  const content = body.flat();
  return [...u32(content.length + 8), ...bytesOf(type), ...content];
};
/** A box of whole bytes and of numbers with 32 bits. */
export const mp4Box = (type: string, ...body: readonly (number | Uint8Array)[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(box(type, ...body.map((part) => (typeof part === 'number' ? u32(part) : [...part]))));
const full = (type: string, version: number, flags: number, ...body: readonly (readonly number[])[]): number[] =>
  box(type, [version, 0, ...u16(flags)], ...body);

export interface HeicOptions {
  readonly description: Uint8Array;
  /** Coded pictures, row by row. */
  readonly tiles: readonly Uint8Array[];
  readonly tileWidth: number;
  readonly tileHeight: number;
  /** Set for a grid. */
  readonly grid?: { readonly columns: number; readonly rows: number; readonly width: number; readonly height: number };
  /** Anticlockwise quarters. */
  readonly irot?: number;
  readonly imir?: number;
  /** The order in which they apply. */
  readonly isMirroredFirst?: boolean;
  /** H.273 codes and the full range flag. */
  readonly nclx?: readonly [primaries: number, transfer: number, matrix: number, fullRange: boolean];
  readonly hasAlpha?: boolean;
}

/** Properties 1 to n: hvcC, ispe of a tile, ispe of the grid, colr, irot, imir. */
function properties({ description, tileWidth, tileHeight, grid, irot, imir, isMirroredFirst, nclx }: HeicOptions): {
  boxes: number[][];
  own: number[];
} {
  const boxes = [box('hvcC', [...description]), full('ispe', 0, 0, u32(tileWidth), u32(tileHeight))];
  const own: number[] = grid ? [] : [1, 2];
  const add = (property: number[]): void => {
    boxes.push(property);
    own.push(boxes.length);
  };
  if (grid) add(full('ispe', 0, 0, u32(grid.width), u32(grid.height)));
  if (nclx) add(box('colr', bytesOf('nclx'), u16(nclx[0]), u16(nclx[1]), u16(nclx[2]), [nclx[3] ? 0x80 : 0]));
  const turns = [irot === undefined ? [] : [box('irot', [irot])], imir === undefined ? [] : [box('imir', [imir])]];
  for (const turn of (isMirroredFirst ? turns.reverse() : turns).flat()) add(turn);
  return { boxes, own };
}

const association = (item: number, own: readonly number[]): number[] => [...u16(item), own.length, ...own];
/** Flag 1: hidden, like the tiles of a grid. */
const entry = (item: number, type: string, flags = 0): number[] => full('infe', 2, flags, u16(item), u16(0), bytesOf(type), [0]);

/** Item 1 is the primary picture; the tiles of a grid are items 2 and up. */
export function writeHeic(options: HeicOptions): Uint8Array<ArrayBuffer> {
  const { tiles, grid, hasAlpha = false } = options;
  const { boxes, own } = properties(options);
  const first = grid ? 2 : 1;
  const tileItems = tiles.map((_, i) => first + i);
  const gridData = grid ? [0, 0, grid.rows - 1, grid.columns - 1, ...u16(grid.width), ...u16(grid.height)] : [];
  const entries = [...(grid ? [entry(1, 'grid')] : []), ...tileItems.map((item) => entry(item, 'hvc1', grid ? 1 : 0))];
  const associations = [...(grid ? [association(1, own)] : []), ...tileItems.map((item) => association(item, grid ? [1, 2] : own))];
  const references = [
    ...(grid ? [box('dimg', u16(1), u16(tiles.length), tileItems.flatMap(u16))] : []),
    ...(hasAlpha ? [box('auxl', u16(99), u16(1), u16(1))] : []),
  ];
  const meta = (dataAt: number): number[] => {
    let at = dataAt;
    const extent = (item: number, method: number, offset: number, length: number): number[] => [
      ...u16(item),
      ...u16(method),
      ...u16(0),
      ...u16(1),
      ...u32(offset),
      ...u32(length),
    ];
    const locations = tiles.map((tile, i) => {
      const row = extent(tileItems[i]!, 0, at, tile.length);
      at += tile.length;
      return row;
    });
    if (grid) locations.unshift(extent(1, 1, 0, gridData.length));
    return full(
      'meta',
      0,
      0,
      full('hdlr', 0, 0, u32(0), bytesOf('pict'), u32(0), u32(0), u32(0), [0]),
      full('pitm', 0, 0, u16(1)),
      full('iinf', 0, 0, u16(entries.length), ...entries),
      full('iloc', 1, 0, [0x44, 0x00], u16(locations.length), ...locations),
      ...(references.length > 0 ? [full('iref', 0, 0, ...references)] : []),
      box('iprp', box('ipco', ...boxes), full('ipma', 0, 0, u32(associations.length), ...associations)),
      ...(grid ? [box('idat', gridData)] : []),
    );
  };
  const head = box('ftyp', bytesOf('heic'), u32(0), bytesOf('mif1heic'));
  const dataAt = head.length + meta(0).length + 8;
  return new Uint8Array([...head, ...meta(dataAt), ...box('mdat', ...tiles.map((tile) => [...tile]))]);
}
