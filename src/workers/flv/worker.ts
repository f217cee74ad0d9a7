import '../boot.ts';
import runEngine from 'mpegts.js/src/player/player-engine-worker.ts';
import { calm } from './calm.ts';

calm(globalThis);
runEngine(globalThis);
