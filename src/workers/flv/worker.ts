import '../boot.ts';
import runEngine from 'mpegts.js/src/player/player-engine-worker.ts';
import { calm, type EngineScope } from './calm.ts';

// The engine's messages, as far as calm() knows them.
calm(globalThis as never as EngineScope);
runEngine(globalThis);
