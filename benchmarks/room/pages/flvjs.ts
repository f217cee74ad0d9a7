import flvjs from 'flv.js';
import { playBy } from './peer.ts';

playBy(flvjs as never);
