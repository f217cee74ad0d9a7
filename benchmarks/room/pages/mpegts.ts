import mpegts from 'mpegts.js';
import { playBy } from './peer.ts';

playBy(mpegts);
