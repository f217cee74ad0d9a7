import { firstRule, type Rule } from '../../../player/base/machine.ts';
import type { Rectangle, Layout, PictureFit, RoomKind } from '../view.ts';
import type { RoomInfo } from '../start/live-info.ts';
import { STORED_KEYS, type ReadStored } from '../start/stored.ts';

/**
 * The page around the stage, in CSS pixels. It is subtracted from the viewport, and the page passes it to its CSS, so that both use
 * one table. The stage is laid out in the flow (`layout.stage.x/y` are informative); `layout.video` and `layout.mounts` are relative to the
 * stage.
 * - beside, horizontal: header over both columns; left: star bar, stage, bottom panel; right: chat. The stage is the largest 852:480 box
 *   that fits.
 * - beside, vertical: header over both columns; left: the portrait stage, as high as the viewport allows; right: star bar, chat, bottom
 *   panel.
 * - compact, horizontal: header, stage as wide as the viewport, star bar, chat, bottom panel below each other; no padding, no gap.
 * - compact, vertical: the stage is the viewport; header, star bar, chat and bottom panel overlay it.
 * - low: a phone in landscape: left the stage, as high as the viewport; right: header, star bar, chat, bottom panel. No padding.
 * - theatre: chosen by the viewer instead of beside: like low, in a wide window.
 *
 * If the chat is hidden, its column is hidden with everything in it: low and theatre then show only the picture.
 */
export const PAGE_FRAME = {
  /** Below this viewport width the page is compact. */
  compactBelowWidth: 760,
  /** A portrait tablet shows a horizontal room compact too, because beside the chat the picture would be very small. */
  compactPortraitBelowWidth: 1_024,
  /** Maximum share of the viewport's height for the compact stage, so that chat and send box remain visible above an open keyboard. */
  compactStageShare: 0.5,
  /**
   * A window lower and wider than this is low. A portrait phone with an open keyboard or a page at a zoom of 400 % is narrower: its picture
   * would be as small as an icon beside the column.
   */
  lowBelow: 480,
  lowSideWidth: 300,
  theatreSideWidth: 340,
  lowHeaderHeight: 44,
  headerHeight: 56,
  compactHeaderHeight: 48,
  /** Padding around the columns; the header has its own. */
  padding: 16,
  gap: 12,
  starBarHeight: 72,
  bottomPanelHeight: 64,
  chatWidth: 348,
  /** Right column of a vertical room. */
  verticalSideWidth: 420,
  /** Minimum height of the stage; below it the page scrolls. */
  minStageHeight: 270,
} as const;

/** P4: default size of the stage, and size of the mount effects in it. CSS pixels. */
const VIDEO_DEFAULT = { width: 852, height: 480 } as const;
const MOUNTS_DEFAULT = { width: 830, height: 468 } as const;
/** P4: after a resize the layout is recomputed when no further resize has followed for this time. */
export const RESIZE_DEBOUNCE_MS = 200;
/** Portrait stage while the size of the stream is unknown. */
const VERTICAL_DEFAULT = { width: 540, height: 960 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** P4: resolution policies. */
export const RESOLUTION_POLICY = { exactFit: 1, noBorder: 2, showAll: 3, fixedWidth: 4, fixedHeight: 5, aspectBased: 6 } as const;
type ResolutionPolicy = (typeof RESOLUTION_POLICY)[keyof typeof RESOLUTION_POLICY];

/** Share of the picture that `aspect-based` may crop; beyond it the whole picture is shown. P4 gives no value. */
const MAX_CUT = 0.12;

/** Position of a picture of the size `media` in `box`, centred, in whole CSS pixels. The box clips any overflow. */
export function fit(policy: ResolutionPolicy, box: Size, media: Size): Rectangle {
  const { width, height } = box;
  // A picture of unknown size fills its box; so does any picture in an empty box.
  if (media.width <= 0 || media.height <= 0 || width <= 0 || height <= 0)
    return { x: 0, y: 0, width: Math.max(0, width), height: Math.max(0, height) };
  const byWidth = width / media.width;
  const byHeight = height / media.height;
  switch (policy) {
    case 1:
      return { x: 0, y: 0, width, height };
    case 2:
      return scaled(Math.max(byWidth, byHeight), box, media);
    case 3:
      return scaled(Math.min(byWidth, byHeight), box, media);
    case 4:
      return scaled(byWidth, box, media);
    case 5:
      return scaled(byHeight, box, media);
    case 6: {
      const cut = 1 - Math.min(byWidth, byHeight) / Math.max(byWidth, byHeight);
      return scaled(cut <= MAX_CUT ? Math.max(byWidth, byHeight) : Math.min(byWidth, byHeight), box, media);
    }
  }
}

function scaled(scale: number, box: Size, media: Size): Rectangle {
  const width = Math.round(media.width * scale);
  const height = Math.round(media.height * scale);
  // Adding 0 turns -0 into 0.
  return { x: Math.round((box.width - width) / 2) + 0, y: Math.round((box.height - height) / 2) + 0, width, height };
}

/** Reads a stored or received choice; anything unknown is `auto`. */
export const readFit = (value: unknown): PictureFit => (value === 'fit' || value === 'fill' ? value : 'auto');

export interface LayoutCase {
  readonly viewport: Size;
  readonly isVertical: boolean;
  /** Size of the stream; 0 if unknown. */
  readonly media: Size;
  readonly isLite: boolean;
  readonly isAwardRoom: boolean;
  readonly isMatchRoom: boolean;
  readonly kind: RoomKind;
  /** `liveLayout` of live info; 0 if missing. */
  readonly liveLayout: number;
  /** The viewer's choice in the player menu. */
  readonly fit: PictureFit;
  readonly isTheatre: boolean;
  readonly hidesChat: boolean;
}

/** A room of which nothing is known, for a viewer without stored choices. */
export const PLAIN_ROOM: Omit<LayoutCase, 'viewport'> = {
  isVertical: false,
  media: { width: 0, height: 0 },
  isLite: false,
  isAwardRoom: false,
  isMatchRoom: false,
  kind: 'normal',
  liveLayout: 0,
  fit: 'auto',
  isTheatre: false,
  hidesChat: false,
};

/** P4. Mount effects are hidden in lite mode, in award rooms and in match rooms. */
const showsMounts = ({ isLite, isAwardRoom, isMatchRoom }: Pick<LayoutCase, 'isLite' | 'isAwardRoom' | 'isMatchRoom'>): boolean =>
  !isLite && !isAwardRoom && !isMatchRoom;

export function layoutRoom(input: LayoutCase): Layout {
  const shape = pageShape(input);
  const isCompact = shape === 'compact';
  const stage = stageBox(input, shape);
  const { policy } = decidePolicy({ ...input, isCompact });
  const known = input.media.width > 0 && input.media.height > 0;
  const media = known ? input.media : input.isVertical ? VERTICAL_DEFAULT : VIDEO_DEFAULT;
  const video = fit(policy, stage, media);
  return {
    orientation: input.isVertical ? 'vertical' : 'horizontal',
    stage,
    video,
    mounts: showsMounts(input) ? mountsBox(stage, input.isVertical) : null,
    policy,
    fit: input.fit,
    picture: input.media,
    compact: isCompact,
    side: sideWidth(input, shape),
    low: shape === 'low' || shape === 'theatre',
    hasTheatre: shape === 'beside' || shape === 'theatre',
    theatre: input.isTheatre,
    chat: !input.hidesChat,
  };
}

type PageShape = 'beside' | 'compact' | 'low' | 'theatre';

/** Shape of the page; PAGE_FRAME defines each shape. */
export function pageShape({
  viewport: { width, height },
  isVertical,
  isTheatre,
}: Pick<LayoutCase, 'viewport' | 'isVertical' | 'isTheatre'>): PageShape {
  if (height < PAGE_FRAME.lowBelow && width > PAGE_FRAME.lowBelow) return 'low';
  const isPortraitTablet = !isVertical && height > width && width < PAGE_FRAME.compactPortraitBelowWidth;
  if (width < PAGE_FRAME.compactBelowWidth || isPortraitTablet) return 'compact';
  return isTheatre ? 'theatre' : 'beside';
}

type PolicyFacts = Pick<LayoutCase, 'isVertical' | 'kind' | 'liveLayout' | 'fit'> & { readonly isCompact: boolean };
interface PolicyRule extends Rule<PolicyFacts> {
  /** Null: the policy named by the live layout. */
  readonly policy: ResolutionPolicy | null;
}

const namedPolicy = (liveLayout: number): ResolutionPolicy | undefined =>
  Object.values(RESOLUTION_POLICY).find((policy) => policy === liveLayout);

/**
 * Chooses the resolution policy. P4 names the six policies, and live info has the field `liveLayout`, but nothing connects them: a live
 * layout of 1 to 6 selects the policy of that number.
 */
const POLICY_RULES = [
  { why: 'the viewer wants the whole picture', policy: 3, when: ({ fit }) => fit === 'fit' },
  { why: 'the viewer wants a full stage', policy: 2, when: ({ fit }) => fit === 'fill' },
  { why: 'the room names its layout', policy: null, when: ({ liveLayout }) => namedPolicy(liveLayout) !== undefined },
  // On a phone a portrait picture fills the screen and is cropped at its edges.
  { why: 'portrait on a narrow screen', policy: 2, when: ({ isVertical, isCompact }) => isVertical && isCompact },
  // The stage is as high as the window: the picture has the stage's height and is cropped at the sides.
  { why: 'a vertical room', policy: 5, when: ({ kind, isVertical }) => kind === 'vertical' && isVertical },
  // Channel programmes have captions and logos at their edges.
  { why: 'a channel', policy: 3, when: ({ kind }) => kind === 'channel' },
  // The embedding page determines the width.
  { why: 'an embedded room', policy: 4, when: ({ kind, isVertical }) => kind === 'embed' && !isVertical },
  { why: 'slight differences are cut away', policy: 6, when: () => true },
] as const satisfies readonly PolicyRule[];

export type PolicyWhy = (typeof POLICY_RULES)[number]['why'];

export function decidePolicy(facts: PolicyFacts): { readonly policy: ResolutionPolicy; readonly why: PolicyWhy } {
  const { policy, why } = firstRule<PolicyFacts, (typeof POLICY_RULES)[number]>(POLICY_RULES, facts);
  return { policy: policy ?? namedPolicy(facts.liveLayout) ?? RESOLUTION_POLICY.aspectBased, why };
}

function sideWidth({ isVertical, hidesChat }: LayoutCase, shape: PageShape): number {
  // In a vertical room the column beside the stage contains more than the chat.
  if (shape === 'compact' || (hidesChat && !(shape === 'beside' && isVertical))) return 0;
  if (shape === 'low') return PAGE_FRAME.lowSideWidth;
  if (shape === 'theatre') return PAGE_FRAME.theatreSideWidth;
  return isVertical ? PAGE_FRAME.verticalSideWidth : PAGE_FRAME.chatWidth;
}

function stageBox(input: LayoutCase, shape: PageShape): Rectangle {
  const { viewport, isVertical, media } = input;
  const frame = PAGE_FRAME;
  const side = sideWidth(input, shape);
  if (shape === 'low' || shape === 'theatre') {
    const free = { width: Math.max(0, viewport.width - side), height: viewport.height };
    return isVertical ? { x: 0, y: 0, ...free } : fit(RESOLUTION_POLICY.showAll, free, VIDEO_DEFAULT);
  }
  if (shape === 'compact') {
    if (isVertical) return { x: 0, y: 0, width: viewport.width, height: viewport.height };
    const highest = Math.round(viewport.height * frame.compactStageShare);
    const byWidth = Math.round((viewport.width * VIDEO_DEFAULT.height) / VIDEO_DEFAULT.width);
    if (byWidth <= highest) return { x: 0, y: frame.compactHeaderHeight, width: viewport.width, height: byWidth };
    const box = fit(RESOLUTION_POLICY.showAll, { width: viewport.width, height: highest }, VIDEO_DEFAULT);
    return { ...box, y: frame.compactHeaderHeight };
  }
  if (isVertical) {
    const height = Math.max(frame.minStageHeight, viewport.height - frame.headerHeight - 2 * frame.padding);
    const aspect =
      media.width > 0 && media.height > media.width ? media.width / media.height : VERTICAL_DEFAULT.width / VERTICAL_DEFAULT.height;
    const room = viewport.width - 2 * frame.padding - frame.gap - side;
    const width = Math.min(Math.round(height * aspect), Math.max(0, room));
    return { x: frame.padding, y: frame.headerHeight + frame.padding, width, height };
  }
  const widest = Math.max(0, viewport.width - 2 * frame.padding - (side === 0 ? 0 : frame.gap + side));
  const highest = viewport.height - frame.headerHeight - 2 * frame.padding - frame.starBarHeight - frame.bottomPanelHeight;
  const height = Math.min(Math.round((widest * VIDEO_DEFAULT.height) / VIDEO_DEFAULT.width), Math.max(frame.minStageHeight, highest));
  const width = Math.min(widest, Math.round((height * VIDEO_DEFAULT.width) / VIDEO_DEFAULT.height));
  return { x: frame.padding, y: frame.headerHeight + frame.padding + frame.starBarHeight, width, height };
}

/** 830x468 in the default stage of 852x480, scaled with the stage and centred; in a portrait stage as wide as the stage. */
function mountsBox(stage: Rectangle, isVertical: boolean): Rectangle {
  const share = isVertical ? 1 : MOUNTS_DEFAULT.width / VIDEO_DEFAULT.width;
  const width = Math.round(stage.width * share);
  const height = Math.round((width * MOUNTS_DEFAULT.height) / MOUNTS_DEFAULT.width);
  return { x: Math.round((stage.width - width) / 2), y: Math.round((stage.height - height) / 2), width, height };
}

interface Known {
  readonly viewport: Size;
  /** Undefined before live info: the layout is a guess. */
  readonly room: RoomInfo | undefined;
  /** Size of the picture; 0x0 while unknown. */
  readonly media: Size;
  readonly isLite: boolean;
  readonly read: ReadStored;
}

/** P4: the layout of a room for this window, from its live info and the viewer's stored choices. */
export const roomLayout = ({ viewport, room, media, isLite, read }: Known): Layout =>
  layoutRoom({
    viewport,
    isVertical: room !== undefined && (room.isVertical || room.kind === 'vertical'),
    // Copied, because the announced size is a part of the stream's addresses, which the view does not contain.
    media: { width: media.width, height: media.height },
    isLite,
    isAwardRoom: room?.isAwardRoom ?? false,
    isMatchRoom: room?.isMatchRoom ?? false,
    kind: room?.kind ?? 'normal',
    liveLayout: room?.liveLayout ?? 0,
    fit: readFit(read(STORED_KEYS.pictureFit)),
    isTheatre: read(STORED_KEYS.theatre) === true,
    hidesChat: read(STORED_KEYS.chatHidden) === true,
  });

/**
 * Position of the stage in the window without its scroll bar, as placed by the page's style sheet, which centres a stage narrower than the
 * window.
 */
export function stageOnPage({ stage, orientation, compact, low, side }: Layout, page: Size): Rectangle {
  const { width, height } = stage;
  if (low) return { x: centred(page.width - side, width), y: centred(page.height, height), width, height };
  if (compact && orientation === 'vertical') return { x: 0, y: 0, ...page };
  if (compact) return { x: centred(page.width, width), y: PAGE_FRAME.compactHeaderHeight, width, height };
  const columns = width + (side === 0 ? 0 : PAGE_FRAME.gap + side);
  return { x: Math.max(PAGE_FRAME.padding, centred(page.width, columns)), y: stage.y, width, height };
}

const centred = (room: number, size: number): number => (room - size) / 2;
