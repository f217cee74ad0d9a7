/** The reasons for which a stream does not play, in the order in which they stop it. Pure: the page draws the result. */
import type { Inspection } from '../package/index.ts';
import type { Sentence } from './text.ts';

export const SOURCE_CHOICES = ['auto', 'h264', 'h265', 'webrtc'] as const;
export type SourceChoice = (typeof SOURCE_CHOICES)[number];

/** What this page and this browser provide. */
export interface Here {
  readonly isIsolated: boolean;
  readonly isSecure: boolean;
  readonly mediaSource: boolean;
  readonly nativeHevc: boolean;
  /** Media Source accepts Opus. */
  readonly opus: boolean;
  /** The visitor allows H265 on one thread without isolation. */
  readonly allowsOneThread: boolean;
}

export const CHECKS = ['address', 'reach', 'response', 'container', 'video', 'audio', 'browser'] as const;
export type CheckName = (typeof CHECKS)[number];
/** `open`: not known, because an earlier check failed. `note`: the stream plays, with a restriction or remark. */
export type CheckState = 'good' | 'bad' | 'note' | 'open';

export interface Check {
  readonly name: CheckName;
  readonly state: CheckState;
  readonly sentence: Sentence;
  /** A status, a codec or a container, as the stream or server names it. */
  readonly detail: string;
}

const PLAYED_VIDEO = ['H264', 'H265'];
const PLAYED_AUDIO = ['AAC', 'MP3'];
/** Sound that `AudioDecoder` plays beside the pictures of this package's H265 decoder. */
const PLAYED_AUDIO_OF_H265 = ['AAC', 'MP3', 'Opus', 'FLAC', 'PCM', 'G.711 A-law', 'G.711 mu-law'];

type Found = Omit<Check, 'name'>;
const good = (sentence: Sentence, detail = ''): Found => ({ state: 'good', sentence, detail });
const bad = (sentence: Sentence, detail = ''): Found => ({ state: 'bad', sentence, detail });
const note = (sentence: Sentence, detail = ''): Found => ({ state: 'note', sentence, detail });

/** The checks in order; those after a failed one are open. `wanted` is the visitor's choice of a kind. */
export function checksOf(inspection: Inspection, here: Here, wanted: SourceChoice = 'auto'): readonly Check[] {
  const found = inspection.ok ? ofStream(inspection.value, here, wanted) : ofFailure(inspection.error);
  return CHECKS.map((name) => ({ name, ...(found[name] ?? { state: 'open', sentence: 'notChecked', detail: '' }) }));
}

export const plays = (checks: readonly Check[]): boolean => checks.every(({ state }) => state === 'good' || state === 'note');

type FoundChecks = Partial<Readonly<Record<CheckName, Found>>>;

function ofFailure({ code, detail }: Extract<Inspection, { ok: false }>['error']): FoundChecks {
  const address = { address: good('addressGood') };
  const reached = { ...address, reach: good('reached') };
  const answered = { ...reached, response: good('corsGood') };
  switch (code) {
    case 'STREAM_ADDRESS_BAD':
      return { address: /^\w+:\/\//.test(detail) ? bad('addressScheme', detail.split('://')[0]) : bad('addressBad') };
    case 'STREAM_MIXED_CONTENT':
      return { address: bad('mixedContent', detail) };
    case 'STREAM_CORS':
      return { ...reached, response: bad('cors') };
    case 'STREAM_SILENT':
      return Number.parseInt(detail, 10) > 0
        ? { ...answered, container: good('flv'), video: bad('headerOnly') }
        : { ...address, reach: bad('silent') };
    case 'HTTP_STATUS':
      return { ...reached, response: bad('status', detail) };
    case 'STREAM_ENDED':
      return { ...reached, response: bad('ended', detail) };
    case 'FLV_BAD_HEADER':
      return { ...answered, container: bad('notFlv', detail) };
    case 'FLV_BAD_TAG':
      return { ...answered, container: bad('emptyFlv', detail) };
    default:
      return { ...address, reach: bad('unreachable') };
  }
}

function ofStream(info: Extract<Inspection, { ok: true }>['value'], here: Here, wanted: SourceChoice): FoundChecks {
  const { video, audio, firstByteMs, isEnhanced, isOpen } = info;
  const form = isEnhanced ? `${video ?? audio ?? ''}, Enhanced RTMP` : (video ?? '');
  return {
    address: good('addressGood'),
    reach: good('reached', `${firstByteMs} ms`),
    response: isOpen ? good('corsGood') : note('shortFile'),
    container: good('flv'),
    video: videoOf(video, audio, form, wanted),
    audio: audioOf(audio, video, here),
    ...(video !== null && !PLAYED_VIDEO.includes(video) && !isPlayed(audio) ? {} : { browser: browserOf(video, here) }),
  };
}

const isPlayed = (audio: string | null): boolean => audio !== null && PLAYED_AUDIO.includes(audio);

/** A track that cannot be played is left out if the other one plays. */
function videoOf(video: string | null, audio: string | null, form: string, wanted: SourceChoice): Found {
  if (video === null) return note('videoNone');
  if (!PLAYED_VIDEO.includes(video)) return isPlayed(audio) ? note('videoLeftOut', video) : bad('videoUnsupported', video);
  const isOther = (wanted === 'h264' || wanted === 'h265') && wanted !== video.toLowerCase();
  return isOther ? bad('otherCodec', video) : good('videoGood', form);
}

function audioOf(audio: string | null, video: string | null, here: Here): Found {
  if (audio === null) return note('audioNone');
  const byDecoder = video === 'H265' && !here.nativeHevc;
  if ((byDecoder ? PLAYED_AUDIO_OF_H265 : PLAYED_AUDIO).includes(audio)) return good('audioGood', audio);
  if (audio === 'Opus' && !byDecoder && here.opus) return note('audioByBrowser', audio);
  return video !== null && PLAYED_VIDEO.includes(video) ? note('audioLeftOut', audio) : bad('audioUnsupported', audio);
}

function browserOf(video: string | null, here: Here): Found {
  if (video !== 'H265') return here.mediaSource ? good('browserGood') : bad('noMediaSource');
  if (here.nativeHevc) return good('nativeHevc');
  if (here.isIsolated) return good('threads');
  if (here.allowsOneThread) return note('oneThread');
  return bad(here.isSecure ? 'noIsolation' : 'plainHttp');
}
