import { BASE_PATH } from '../../core/room/start/route.ts';
import type { Unavailable as Why } from '../../core/room/start/live-info.ts';
import { Icon, type IconName } from '../../design/icons/Icon.tsx';
import { Rooms } from './Rooms.tsx';
import { Shell } from './Shell.tsx';
import css from './Unavailable.module.css';
import { useOtherRooms } from './use-rooms.ts';
import { useLobbyWords } from './words.ts';

const OTHER_ROOMS = 4;
const ICONS = {
  unknown: 'offline',
  missing: 'offline',
  closed: 'lock',
  refused: 'lock',
  insecure: 'alert',
  'not-started': 'alert',
} as const satisfies Record<Why['why'], IconName>;
/** Reasons for which a retry may help. */
const MAY_PASS: readonly Why['why'][] = ['missing', 'refused', 'not-started'];
/** Reasons for which no other room would open either. */
const OF_THE_PAGE: readonly Why['why'][] = ['insecure', 'not-started'];

/** Explains why there is no room at this address, with links to continue. */
export default function Unavailable({ unavailable: { why, code, message } }: { unavailable: Why }) {
  const words = useLobbyWords();
  const { title, hint } = words.unavailable[why];
  return (
    <Shell title={title}>
      <section className={css.note} role="alert" data-unavailable={why}>
        <span className={css.light} aria-hidden="true">
          <Icon name={ICONS[why]} size={34} />
        </span>
        <h1 className={css.title}>{title}</h1>
        <p className={css.hint}>{message === '' ? hint : message}</p>
        {code !== 0 && <p className={css.code}>{words.code(code)}</p>}
        <div className={css.ways}>
          <a className="pill main-action" href={BASE_PATH}>
            {words.lobby}
          </a>
          {MAY_PASS.includes(why) && (
            <button type="button" className="pill quiet-action" onClick={() => location.reload()}>
              <Icon name="reload" size={18} />
              {words.retry}
            </button>
          )}
        </div>
      </section>
      {!OF_THE_PAGE.includes(why) && <Others />}
    </Shell>
  );
}

function Others() {
  const words = useLobbyWords();
  return <Rooms title={words.others} rooms={useOtherRooms(OTHER_ROOMS)} />;
}
