import { useRoom } from '../hands.ts';
import { useText } from '../text/text.ts';
import css from './SocketDebug.module.css';

/** What went over the socket (S10): only with `debug=1`. */
export default function SocketDebug() {
  const { debug } = useRoom('chat');
  const text = useText();
  return (
    <details className={css.debug}>
      <summary>
        {text.socketLog} · {debug.length}
      </summary>
      <pre className={css.lines} tabIndex={0} aria-label={text.socketLog}>
        {debug.join('\n')}
      </pre>
    </details>
  );
}
