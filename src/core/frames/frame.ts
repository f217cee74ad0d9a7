/** S30: status of one embedded page as a union, with its transitions. Pure. */
import type { Step, Tick } from '../../player/base/machine.ts';
import type { FrameContent, FrameFact } from '../reports/frame-reports.ts';

/** Status numbers of S30 by name. */
export const FRAME_STATUS = {
  uninitialised: 0,
  initialised: 1,
  loading: 2,
  shown: 3,
  hidden: 4,
  closed: 5,
  'timed-out': 6,
  background: 7,
  'closed-by-code': 8,
} as const;

/** Where a frame's script runs; it requests this over the bridge. */
export const RUNTIME = { room: 0, miniApp: 1, companionMiniApp: 2, other: 3 } as const;
export type Runtime = (typeof RUNTIME)[keyof typeof RUNTIME];

/** `active`: opened by the viewer; `passive`: opened by the room. */
export type OpenMode = 'active' | 'passive';

export const FRAME = {
  loadTimeoutMs: 10_000,
  /** The loading text is removed after this time, regardless of the page. */
  overlayMs: 10_000,
  modalWidth: 360,
  modalHeight: 640,
} as const;

export interface FrameRequest {
  readonly url: string;
  readonly title: string;
  readonly mode: OpenMode;
  readonly kind: FrameKind;
  readonly runtime: Runtime;
  readonly place: FramePlace;
  readonly content: FrameContent;
  /** Loading ends with the page's ready signal instead of its load event. */
  readonly waitsForReady: boolean;
}
export type FrameKind = 'activity' | 'link' | 'mini-app' | 'club';
export type FramePlace =
  | {
      readonly name: 'modal';
      readonly width: number;
      readonly height: number;
      readonly isDraggable: boolean;
      readonly closesOutside: boolean;
    }
  | { readonly name: 'side' };

export type Frame =
  | { readonly name: 'uninitialised' }
  | { readonly name: 'initialised'; readonly request: FrameRequest }
  | { readonly name: 'loading'; readonly request: FrameRequest; readonly sinceMs: number }
  | { readonly name: 'shown'; readonly request: FrameRequest }
  | { readonly name: 'hidden'; readonly request: FrameRequest }
  | { readonly name: 'background'; readonly request: FrameRequest; readonly before: 'loading' | 'shown' }
  | { readonly name: 'timed-out'; readonly request: FrameRequest }
  | { readonly name: 'closed' }
  | { readonly name: 'closed-by-code' };

export type FrameEvent =
  | { readonly type: 'init'; readonly request: FrameRequest }
  | { readonly type: 'load' }
  | { readonly type: 'loaded' }
  /** The page sent its business-ready signal. */
  | { readonly type: 'ready' }
  | { readonly type: 'hide' }
  | { readonly type: 'show' }
  /** The tab or the room was hidden. */
  | { readonly type: 'background' }
  | { readonly type: 'foreground' }
  | { readonly type: 'close'; readonly by: 'viewer' | 'code' | 'mini-app' };

/** Reported fact without the frame id, which the caller adds (core/reports/frame-reports.ts). */
export type FrameReport = FrameFact extends infer Fact ? (Fact extends FrameFact ? Omit<Fact, 'frameId'> : never) : never;
export interface FrameEffect {
  readonly type: 'report';
  readonly fact: FrameReport;
}

type FrameStep = Step<Frame, FrameEffect>;
const report = (frame: Frame, fact: FrameReport): FrameStep => [frame, { type: 'report', fact }];

export function stepFrame(frame: Frame, event: FrameEvent | Tick, nowMs: number): FrameStep {
  switch (event.type) {
    case 'init':
      return [frame.name === 'uninitialised' ? { name: 'initialised', request: event.request } : frame];
    case 'load': {
      // The viewer reloads a page that timed out.
      if (frame.name !== 'initialised' && frame.name !== 'timed-out') return [frame];
      const { request } = frame;
      return report({ name: 'loading', request, sinceMs: nowMs }, openedFact(request));
    }
    case 'loaded':
    case 'ready':
      if (frame.name !== 'loading' && frame.name !== 'background') return [frame];
      if (event.type === 'loaded' && frame.request.waitsForReady) return [frame];
      // A page that loaded in the background is shown immediately when its frame is opened.
      return [frame.name === 'background' ? { ...frame, before: 'shown' } : { name: 'shown', request: frame.request }];
    case 'hide':
      // A page that hides itself runs, also before its load event.
      if (frame.name !== 'shown' && frame.name !== 'loading' && frame.name !== 'background') return [frame];
      // A page in the background was already reported as hidden.
      return frame.name === 'background'
        ? [{ name: 'hidden', request: frame.request }]
        : report({ name: 'hidden', request: frame.request }, { type: 'background' });
    case 'show':
      return frame.name === 'hidden' ? report({ name: 'shown', request: frame.request }, { type: 'shown-again' }) : [frame];
    case 'background':
      if (frame.name !== 'shown' && frame.name !== 'loading') return [frame];
      return report({ name: 'background', request: frame.request, before: frame.name }, { type: 'background' });
    case 'foreground': {
      if (frame.name !== 'background') return [frame];
      const { request, before } = frame;
      // A page that was still loading gets the full timeout again, because browsers slow hidden pages down.
      const next: Frame = before === 'shown' ? { name: 'shown', request } : { name: 'loading', request, sinceMs: nowMs };
      return report(next, { type: 'shown-again' });
    }
    case 'close':
      if (isOver(frame)) return [frame];
      // The timeout was already reported.
      if (frame.name === 'uninitialised' || frame.name === 'initialised' || frame.name === 'timed-out') return [closedBy(event.by)];
      return report(closedBy(event.by), { type: 'closed', by: event.by });
    case 'tick':
      if (frame.name !== 'loading' || nowMs < frame.sinceMs + FRAME.loadTimeoutMs) return [frame];
      return report({ name: 'timed-out', request: frame.request }, { type: 'timed-out' });
  }
}

const openedFact = ({ url, mode, content, runtime }: FrameRequest) => ({ type: 'opened', url, mode, content, runtime }) as const;

/** Fact for a reporter that was restarted and no longer knows the frame; null if the frame has no reports to continue. */
export function resumedFact(frame: Frame): FrameReport | null {
  switch (frame.name) {
    case 'loading':
    case 'shown':
      return { ...openedFact(frame.request), resumed: 'shown' };
    case 'hidden':
    case 'background':
      return { ...openedFact(frame.request), resumed: 'background' };
    default:
      return null;
  }
}

const closedBy = (by: 'viewer' | 'code' | 'mini-app'): Frame => ({ name: by === 'code' ? 'closed-by-code' : 'closed' });

export const isOver = (frame: Frame): boolean => frame.name === 'closed' || frame.name === 'closed-by-code';

export const frameDeadlineMs = (frame: Frame): number | null => (frame.name === 'loading' ? frame.sinceMs + FRAME.loadTimeoutMs : null);

/** Permissions of a frame by the author of its page, as attributes of <iframe>. */
export interface FramePermissions {
  readonly sandbox: string;
  readonly allow: string;
  readonly referrerPolicy: 'no-referrer' | 'origin' | 'strict-origin-when-cross-origin';
}
const SCRIPTS = 'allow-scripts allow-forms allow-popups';

/** What the kind of a page adds to its sandbox, its permissions, and the referrer that it receives. */
const PERMISSIONS: Readonly<Record<FrameKind, readonly [sandbox: string, allow: string, referrer: FramePermissions['referrerPolicy']]>> = {
  activity: ['', 'autoplay; fullscreen', 'origin'],
  'mini-app': [' allow-modals', 'autoplay; fullscreen; clipboard-write', 'strict-origin-when-cross-origin'],
  club: ['', 'payment', 'strict-origin-when-cross-origin'],
  link: ['', 'fullscreen', 'no-referrer'],
};

/**
 * A page of another origin keeps it, so that the bridge can check it and its storage works. A page of the room's own origin does not: with
 * scripts and that origin it could remove its sandbox.
 */
export function permissionsOf(kind: FrameKind, isSameOrigin: boolean): FramePermissions {
  const [more, allow, referrerPolicy] = PERMISSIONS[kind];
  return { sandbox: `${SCRIPTS}${isSameOrigin ? '' : ' allow-same-origin'}${more}`, allow, referrerPolicy };
}
