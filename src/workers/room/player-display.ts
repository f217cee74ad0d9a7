/** What the page shows of the player: its state in words, its status code, notices that pass, and its log. */
import type { DecodeLevel } from '../../player/rules/decode-level.ts';
import type { PlayerLogBody } from '../../player/rules/log.ts';
import type { Recovery } from '../../player/rules/recovery-state.ts';
import { streamStatus, type StreamChange } from '../../player/rules/stream-status.ts';
import { ROOM_LIMITS } from '../../core/room/limits.ts';
import { activityOf, isSameActivity, REDUCED_FROM_LEVEL } from '../../core/room/player-view.ts';
import type { PlayerView } from '../../core/room/view.ts';
import type { Platform } from '../platform.ts';
import type { Screen } from './screen.ts';
import type { StatsClient } from './stats-client.ts';

/** How long the page says that another kind took over. */
const NOTICE_MS = 8_000;

export interface PlayerDisplayDeps {
  readonly platform: Pick<Platform, 'nowMs' | 'epochMs' | 'after'>;
  readonly screen: Screen;
  readonly stats: StatsClient;
}

export interface PlayerDisplay {
  readonly view: () => PlayerView;
  readonly patch: (patch: Partial<PlayerView>) => void;
  /** Gone by itself after a while; null takes away the one that is shown. */
  readonly showNotice: (notice: PlayerView['notice']) => void;
  /** Says so while whole pictures are left out, which the viewer sees. */
  readonly showLevel: (level: DecodeLevel) => void;
  readonly showActivity: (state: Recovery, isOnline: boolean) => void;
  /** Shown, and reported with each change. */
  readonly setStatus: (change: StreamChange) => void;
  readonly log: (body: PlayerLogBody) => void;
  readonly dispose: () => void;
}

export function createPlayerDisplay({ platform, screen, stats }: PlayerDisplayDeps): PlayerDisplay {
  const startedMs = platform.nowMs();
  let cancelNotice = (): void => undefined;
  const view = (): PlayerView => screen.get().player;
  const patch = (changed: Partial<PlayerView>): void => screen.patch({ player: { ...view(), ...changed } });
  return {
    view,
    patch,
    showNotice(notice) {
      cancelNotice();
      patch({ notice });
      if (notice !== null) cancelNotice = platform.after(NOTICE_MS, () => patch({ notice: null }));
    },
    showLevel(level) {
      if (level >= REDUCED_FROM_LEVEL) patch({ notice: { is: 'reduced', level } });
      else if (view().notice?.is === 'reduced') patch({ notice: null });
    },
    showActivity(state, isOnline) {
      const activity = activityOf(state, isOnline, platform.epochMs() - platform.nowMs());
      if (!isSameActivity(activity, view().activity)) patch({ activity });
    },
    setStatus(change) {
      const statusCode = streamStatus(view().statusCode, change);
      patch({ statusCode });
      stats.emit({ type: 'pull', event: 'status', fields: { status: statusCode } });
    },
    log(body) {
      const entry = { ...body, atMs: Math.round(platform.nowMs() - startedMs) };
      patch({ log: [...view().log, entry].slice(-ROOM_LIMITS.logLines.value) });
    },
    dispose: () => cancelNotice(),
  };
}
