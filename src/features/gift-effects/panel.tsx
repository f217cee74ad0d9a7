import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react';
import { namedUser, openCard } from '../../ui/chat/open-card.ts';
import type { PanelProps } from '../../ui/features/panel.ts';
import { Icon } from '../../design/icons/Icon.tsx';
import { useAged } from '../../ui/features/parts/Countdown.tsx';
import { shownName } from '../../ui/people/shown.ts';
import { useRoom, useRoomContext } from '../../ui/room-context.ts';
import { isCalm } from '../../ui/stage/motion.ts';
import { StageRegion, useRegionSize } from '../../ui/stage/StageRegion.tsx';
import css from './panel.module.css';
import { layoutBanners, STILL_EFFECT_MS } from './rules-queue.ts';
import type { BannerView, GiftEffectsAction, GiftEffectsView, EffectEndWhy, EffectView } from './room.ts';
import type { GiftEffectsWords } from './text.ts';
import { useLanguage } from '../../ui/text/text.ts';
import { roomTime } from '../../ui/features/room-time.ts';
import { EffectStage } from './page-stage.ts';

type GiftEffectsProps = PanelProps<GiftEffectsView, GiftEffectsAction, GiftEffectsWords>;

/** Gifts over the picture: banners with counters, and one effect. Screen readers get the same text from the chat lines. */
export default function GiftEffectsPanel({ view, act, words }: GiftEffectsProps) {
  const region = useRegionSize('banners');
  const { compact, orientation } = useRoom('layout');
  const layout = region === undefined ? null : layoutBanners(region.heightPx, compact ? orientation : null);
  const lanes = layout?.lanes;
  useEffect(() => {
    if (lanes !== undefined) act({ type: 'lanes', count: lanes });
  }, [lanes, act]);
  return (
    <>
      {view.effect !== null && <EffectBox key={view.effect.id} effect={view.effect} act={act} words={words} />}
      {view.banners.length > 0 && layout !== null && (
        <StageRegion name="banners">
          <div
            className={css.banners}
            style={{ '--lanes': layout.lanes, '--banner-height': `${layout.heightPx}px` } as CSSProperties}
            data-size={layout.size}
            aria-hidden="true"
          >
            {view.banners.map((banner) => (
              <Banner key={banner.id} banner={banner} row={layout.lanes - banner.lane} words={words} />
            ))}
          </div>
        </StageRegion>
      )}
    </>
  );
}

/** `row`: the first lane is the lowest one, so that a single banner is far from the face. */
function Banner({ banner, row, words }: { readonly banner: BannerView; readonly row: number; readonly words: GiftEffectsWords }) {
  const { act } = useRoomContext();
  const language = useLanguage();
  return (
    <div
      className={css.banner}
      style={{ gridRow: Math.max(1, row), ...useAged(banner.sinceMs) }}
      data-banner={banner.id}
      data-own={banner.isOwn || undefined}
      data-level={Math.min(banner.level, 5)}
    >
      <span className={css.words}>
        {banner.senderId === 0 ? (
          <b>{shownName(banner.sender, language)}</b>
        ) : (
          <button
            type="button"
            tabIndex={-1}
            className={css.sender}
            onClick={({ currentTarget }) => openCard(act, namedUser(banner.senderId, banner.sender, 0), currentTarget)}
          >
            {banner.isOwn ? words.me : banner.sender}
          </button>
        )}
        {banner.fancyNumber !== '' && <span className={css.fancy}>{words.fancy(banner.fancyNumber)}</span>}
        <span>{banner.label === '' ? words.gives(banner.receiver, banner.gift) : banner.label}</span>
      </span>
      {banner.iconUrl === '' ? (
        <Icon name="gift" size={30} />
      ) : (
        <img className={css.icon} src={banner.iconUrl} alt="" width={44} height={44} referrerPolicy="no-referrer" />
      )}
      <span key={banner.sum} className={css.sum}>
        ×{banner.sum}
      </span>
      {banner.round > 0 && <span className={css.more}>{words.round(banner.round, banner.roundTotal)}</span>}
      {banner.more > 0 && <span className={css.more}>{words.more(banner.more)}</span>}
    </div>
  );
}

interface EffectProps {
  readonly effect: EffectView;
  readonly act: (action: GiftEffectsAction) => void;
  readonly words: GiftEffectsWords;
}

/** One per page: the canvas and its worker are kept between effects. */
const stage = new EffectStage();

/** Points of light that rise over the whole picture behind an effect that covers it. */
const MOTES = 24;
/** A later effect is left out, in ms: its moment is over. */
const MAX_LATE_MS = 2_000;

/** Shows the effect as a video; without a video, after a failure or with reduced motion as a CSS animation of its image. */
function EffectBox({ effect, act, words }: EffectProps) {
  // By the age of its beginning: an effect that was due while the main thread was stopped is over, or nearly.
  const [ageMs] = useState(() => roomTime.ageMs(effect.sinceMs));
  const isLate = ageMs > MAX_LATE_MS;
  const giveUp = useEffectEvent(() => act({ type: 'ended', id: effect.id, why: 'too late' }));
  useEffect(() => {
    if (isLate) giveUp();
  }, [isLate]);
  const [calm] = useState(isCalm);
  const [failure, setFailure] = useState<EffectEndWhy | null>(null);
  const end = (why: EffectEndWhy): void => act({ type: 'ended', id: effect.id, why });
  const isVideo = effect.videoUrl !== '' && !calm && failure === null;
  if (isLate) return null;
  return (
    <div
      className={css.effect}
      data-tier={effect.tier}
      data-effect-id={effect.id}
      data-effect-gift={effect.gift}
      data-effect-kind={isVideo ? 'video' : 'still'}
    >
      {effect.tier === 'full' && !calm && (
        <span className={css.aura}>
          {Array.from({ length: MOTES }, (_, i) => (
            // Steps of the golden ratio spread the motes over the width in no visible order.
            <i key={i} style={{ '--x': `${((i * 61.8) % 100).toFixed(1)}vw`, '--late': `${(i % 7) * -430}ms` } as CSSProperties} />
          ))}
        </span>
      )}
      {isVideo ? (
        <VideoEffect effect={effect} act={act} onEnded={() => end('played')} onFailed={setFailure} />
      ) : (
        <StillEffect
          effect={effect}
          leftMs={STILL_EFFECT_MS - ageMs}
          words={words}
          onEnded={() => end(failure ?? (calm ? 'reduced motion' : 'still shown'))}
        />
      )}
      <button type="button" className={css.skip} aria-label={words.skip} onClick={() => end('skipped by the viewer')}>
        <Icon name="close" size={16} />
      </button>
    </div>
  );
}

function VideoEffect({
  effect: { id, videoUrl },
  act,
  onEnded,
  onFailed,
}: {
  readonly effect: EffectView;
  readonly act: EffectProps['act'];
  readonly onEnded: () => void;
  readonly onFailed: (why: EffectEndWhy) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const { muted, needsClick, volume } = useRoom('player');
  const [isShown, setShown] = useState(false);
  // Takes the player's volume at the start of the effect.
  const begin = useEffectEvent((box: HTMLElement) =>
    stage.play({
      id,
      url: videoUrl,
      host: box,
      volume: muted || needsClick ? 0 : volume,
      onShown() {
        setShown(true);
        act({ type: 'shown', id });
      },
      onEnded,
      onFailed,
      onCacheFailure: (failure) => act({ type: 'cache-failed', failure }),
    }),
  );
  useEffect(() => (host.current === null ? undefined : begin(host.current)), []);
  return <div ref={host} className={css.video} data-shown={isShown || undefined} />;
}

const SPARKS = 14;

/** The gift's image, enlarged, with rays: compositor animations in CSS; a still image with reduced motion. */
function StillEffect({
  effect,
  leftMs,
  words,
  onEnded,
}: {
  readonly effect: EffectView;
  readonly leftMs: number;
  readonly words: GiftEffectsWords;
  readonly onEnded: () => void;
}) {
  const language = useLanguage();
  const ended = useEffectEvent(onEnded);
  useEffect(() => {
    const timer = setTimeout(() => ended(), leftMs);
    return () => clearTimeout(timer);
  }, [leftMs]);
  return (
    <div className={css.still}>
      <span className={css.rays} />
      {Array.from({ length: SPARKS }, (_, i) => (
        <i key={i} className={css.spark} style={{ '--turn': `${(i / SPARKS) * 360}deg`, '--late': `${(i % 5) * 90}ms` } as CSSProperties} />
      ))}
      {effect.iconUrl === '' ? (
        <span className={css.big}>
          <Icon name="gift" size={96} />
        </span>
      ) : (
        <img className={css.big} src={effect.iconUrl} alt="" referrerPolicy="no-referrer" />
      )}
      <StageRegion name="lower">
        <p className={css.caption}>{words.effect(effect.isOwn ? words.me : shownName(effect.sender, language), effect.gift)}</p>
      </StageRegion>
    </div>
  );
}
