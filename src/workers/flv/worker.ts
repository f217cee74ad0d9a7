import EngineWorker from 'mpegts.js/src/player/player-engine-worker.ts';
import { calm } from './calm.ts';
import { pauseAfterRead, READ_PAUSE } from '../../core/player/read-pause.ts';

calm(self as never, pauseAfterRead, READ_PAUSE);
EngineWorker(self as never);
