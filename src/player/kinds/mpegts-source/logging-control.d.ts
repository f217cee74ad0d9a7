import type mpegts from 'mpegts.js';

declare const LoggingControl: typeof mpegts.LoggingControl;
export default LoggingControl;
