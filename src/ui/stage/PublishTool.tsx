import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { isOnAir, type Publishing } from '../../workers/core/room/publishing.ts';
import { useHands } from '../hands.ts';
import { Icon } from '../icons/Icon.tsx';
import { formatDuration, useText } from '../text/text.ts';
import { openSource, type Source, type SourceKind, type SourceTrouble } from './publish-source.ts';
import css from './PublishTool.module.css';

type Preview =
  | { readonly at: 'none' }
  | { readonly at: 'opening'; readonly kind: SourceKind }
  | { readonly at: 'open'; readonly source: Source }
  | { readonly at: 'failed'; readonly code: SourceTrouble };

const KINDS = ['camera', 'drawn'] as const satisfies readonly SourceKind[];

/** P31: in the star's own room, in place of the player. Camera and preview are the page's; going on the air is the room worker's. */
export default function PublishTool({ publishing }: { publishing: Publishing }) {
  const { act } = useHands();
  const text = useText();
  const [preview, setPreview] = useState<Preview>({ at: 'none' });
  const isReady = publishing.at === 'ready';
  const source = preview.at === 'open' ? preview.source : null;
  /** Counts the choices: a camera that opens after another choice, or after the room was left, is closed again. */
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current++;
    },
    [],
  );

  const choose = async (kind: SourceKind): Promise<void> => {
    const mine = ++turn.current;
    setPreview({ at: 'opening', kind });
    const opened = await openSource(kind);
    if (mine !== turn.current) {
      if (opened.ok) opened.value.close();
      return;
    }
    setPreview(opened.ok ? { at: 'open', source: opened.value } : { at: 'failed', code: opened.error.code as SourceTrouble });
  };

  const lost = useEffectEvent(() => {
    if (publishing.at !== 'ready') act({ do: 'publish-stop' });
    setPreview({ at: 'failed', code: 'CAPTURE_ENDED' });
  });
  useEffect(() => {
    if (source === null) return undefined;
    const tracks = source.stream.getTracks();
    for (const track of tracks) track.addEventListener('ended', lost);
    return () => {
      for (const track of tracks) track.removeEventListener('ended', lost);
      source.close();
    };
  }, [source]);

  return (
    <div className={css.frame} data-publishing={publishing.at}>
      {source === null ? <Invitation /> : <PreviewPicture stream={source.stream} />}
      <div className={css.bar} role="group" aria-label={text.publishTitle}>
        <PublishState publishing={publishing} />
        <span className={css.space} />
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className={css.source}
            aria-pressed={source?.kind === kind}
            disabled={!isReady || (preview.at === 'opening' && preview.kind === kind)}
            onClick={() => void choose(kind)}
          >
            <Icon name={kind === 'camera' ? 'camera' : 'mic'} size={18} />
            {text.publishSources[kind]}
          </button>
        ))}
        {isReady ? (
          <button type="button" className={css.main} disabled={source === null} onClick={() => act({ do: 'publish-start' })}>
            {text.publishStart}
          </button>
        ) : (
          <button type="button" className={css.main} disabled={publishing.at === 'stopping'} onClick={() => act({ do: 'publish-stop' })}>
            {text.publishStop}
          </button>
        )}
      </div>
      {preview.at === 'failed' && (
        <p className={css.trouble} role="alert">
          {text.captureTroubles[preview.code]}
        </p>
      )}
      {'error' in publishing && publishing.error !== null && (
        <p className={css.trouble} role="alert">
          {publishing.at === 'live' ? text.publishStopFailed : text.publishStartFailed}
          {publishing.error.code === 'PUBLISH_REFUSED' && ` ${publishing.error.detail}`}
        </p>
      )}
    </div>
  );
}

function Invitation() {
  const text = useText();
  return (
    <div className={css.empty}>
      <span className={css.mark} aria-hidden="true">
        <Icon name="camera" size={34} />
      </span>
      <p className={css.title}>{text.publishTitle}</p>
      <p className={css.hint}>{text.publishHint}</p>
    </div>
  );
}

/** Always without sound: the star would hear themselves. */
function PreviewPicture({ stream }: { stream: MediaStream }) {
  const text = useText();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (element === null) return undefined;
    element.srcObject = stream;
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  return <video ref={video} className={css.preview} muted autoPlay playsInline aria-label={text.publishPreview} />;
}

const SECOND_MS = 1_000;

function PublishState({ publishing }: { publishing: Publishing }) {
  const text = useText();
  return (
    <p className={css.state} role="status" data-live={isOnAir(publishing) || undefined}>
      {text.publishStates[publishing.at]}
      {'sinceMs' in publishing && <OnAirFor sinceMs={publishing.sinceMs} />}
    </p>
  );
}

/** Not read out: a status that changes each second would never be silent. */
function OnAirFor({ sinceMs }: { sinceMs: number }) {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={css.time} aria-hidden="true">
      {formatDuration((nowMs - sinceMs) / SECOND_MS)}
    </span>
  );
}
