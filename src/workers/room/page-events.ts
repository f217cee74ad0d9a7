import { assertNever } from '../../player/base/assert-never.ts';
import type { PageElement, PageEvent } from './api.ts';
import { onUserAction, reportAction, type ActionTargets } from './page-actions.ts';
import type { PlayerController } from './controllers/player-controller.ts';
import type { ServiceStatusController } from './clients/service-status.ts';
import type { VisitController } from './controllers/visit-controller.ts';

export interface PageEventTargets extends ActionTargets {
  readonly player: PlayerController;
  readonly serviceStatus: ServiceStatusController;
  readonly visit: VisitController;
  /** Whether the page has an element, for the features that depend on it. */
  setElement(name: PageElement, exists: boolean): void;
  onNetwork(isOnline: boolean): void;
}

/** Routes each event of the page to its controller. */
export function onPageEvent(event: PageEvent, to: PageEventTargets): void {
  switch (event.type) {
    case 'action':
      onUserAction(event.action, to);
      return;
    case 'player-action':
      reportAction(event.action, to);
      return;
    case 'player':
      to.player.onFact(event.fact, event.atMs);
      return;
    case 'player-state':
      to.player.onState(event.facts);
      return;
    case 'viewport':
      to.layout.onViewport(event);
      return;
    case 'element':
      to.setElement(event.name, event.exists);
      return;
    case 'stored':
      to.base.storage.take(event.key, event.text);
      return;
    case 'worker-died':
      to.serviceStatus.onWorkerDied(event);
      return;
    case 'worker-back':
      to.serviceStatus.onWorkerBack(event);
      if (event.worker === 'stats' && event.port) {
        to.visit.onStatsPort(event.port);
        to.player.onStatsPort();
        to.features.announce({ type: 'stats-restarted' });
      }
      if (event.worker === 'socket' && event.port) to.visit.onSocketPort(event.port);
      return;
    case 'page-part-late':
      if (event.feature && event.why === 'failed while drawing') to.features.drawingFailed(event.name, event.detail);
      else to.serviceStatus.onPagePartLate(event);
      return;
    case 'parts-again':
      to.features.again('the viewer asked');
      return;
    case 'page-part-shown':
      to.serviceStatus.onPagePartShown(event.name);
      return;
    case 'network':
      to.onNetwork(event.isOnline);
      return;
    case 'visible':
      to.features.again('visible');
      to.socket.retry('page');
      return;
    case 'page-hide':
      to.features.announce({ type: 'page-hide' });
      to.socket.leave();
      to.base.stats.emit({ type: 'room', event: 'left' });
      return;
    case 'page-back':
      to.visit.onPageBack();
      return;
    default:
      assertNever(event);
  }
}
