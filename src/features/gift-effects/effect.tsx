import { type CSSProperties, useEffect, useEffectEvent, useRef, useState } from 'react';

import { Icon } from '../../ui/icons/Icon.tsx';
import { useRoom } from '../../ui/room-context.ts';
import { createEffectStage } from './page-stage.ts';
import { StageRegion } from '../../ui/stage/StageRegion.tsx';
import css from './panel.module.css';
import { STILL_EFFECT_MS } from './rules-queue.ts';
import type { EffectEndWhy, EffectView, GiftEffectsAction } from './rules.ts';
import type { GiftEffectsWords } from './text.zh-CN.ts';

interface EffectProps {
  readonly effect: EffectView;
  readonly act: (action: GiftEffectsAction) => void;
  readonly words: GiftEffectsWords;
}

/** One per page: the canvas and its worker are kept between effects. */
const stage = createEffectStage();

/** Shows the effect as a video; without a video, after a failure or with reduced motion as a CSS animation of its image. */
export function EffectBox({ effect, act, words }: EffectProps) {
  const [isCalm] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [failure, setFailure] = useState<EffectEndWhy | null>(null);
  const end = (why: EffectEndWhy): void => act({ type: 'ended', id: effect.id, why });
  const isVideo = effect.videoUrl !== '' && !isCalm && failure === null;
  return (
    <div
      className={css.effect}
      data-tier={effect.tier}
      data-effect-id={effect.id}
      data-effect-gift={effect.gift}
      data-effect-kind={isVideo ? 'video' : 'still'}
    >
      {isVideo ? (
        <VideoEffect effect={effect} act={act} onEnded={() => end('played')} onFailed={setFailure} />
      ) : (
        <StillEffect effect={effect} words={words} onEnded={() => end(failure ?? (isCalm ? 'reduced motion' : 'still shown'))} />
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
  words,
  onEnded,
}: {
  readonly effect: EffectView;
  readonly words: GiftEffectsWords;
  readonly onEnded: () => void;
}) {
  const ended = useEffectEvent(onEnded);
  useEffect(() => {
    const timer = setTimeout(() => ended(), STILL_EFFECT_MS);
    return () => clearTimeout(timer);
  }, []);
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
        <p className={css.caption}>{words.effect(effect.isOwn ? words.me : effect.sender, effect.gift)}</p>
      </StageRegion>
    </div>
  );
}
