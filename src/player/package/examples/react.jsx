import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createPlayer } from '@footlight/player';

/** `sources` must keep its identity between renders: another object is another stream. */
function Player({ sources, muted }) {
  const stage = useRef(null);
  const player = useRef(null);
  const [state, setState] = useState('waiting');

  useEffect(() => {
    const created = createPlayer(stage.current, { sources, muted: true });
    player.current = created;
    created.on('playing', () => setState('playing'));
    created.on('waiting', () => setState('waiting'));
    created.on('error', ({ fatal, title }) => fatal && setState(title));
    // Also called when React mounts an effect twice in development: nothing of the first player remains.
    return () => created.destroy();
  }, [sources]);

  useEffect(() => {
    player.current.muted = muted;
  }, [muted]);

  return (
    <>
      <div ref={stage} style={{ width: 640, height: 360 }} />
      <output>{state}</output>
    </>
  );
}

const SOURCES = { h264: ['/live/a.flv'] };
createRoot(document.querySelector('#root')).render(<Player sources={SOURCES} muted />);
