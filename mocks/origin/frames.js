/** The embedded pages from an origin of their own (another port), so that the room's origin check and sandbox are real. */
import { createServer } from 'node:http';
import { framePageAt, FRAMES_PATH, frameTypeOf } from '../frame-pages.ts';
import { fileAt, sendFile } from './files.ts';
const CLIENT = '/frame-client.js';
/** A page below it is never answered: its load times out. */
const SILENT = '/silent/';
export async function startFrames(dist) {
    const server = createServer((request, response) => {
        const path = (request.url ?? '/').replace(/[?#].*$/, '');
        if (path.startsWith(SILENT))
            return;
        const page = path.startsWith(FRAMES_PATH) ? framePageAt(path.slice(FRAMES_PATH.length)) : null;
        const script = path === CLIENT ? fileAt(dist, CLIENT) : null;
        if (page !== null)
            response.writeHead(200, { 'content-type': frameTypeOf(path) }).end(page);
        else if (script !== null)
            sendFile(script, request, response);
        else
            response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('no such page\n');
    });
    await new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(0, '127.0.0.1', resolve);
    });
    return {
        address: `http://127.0.0.1:${server.address().port}${FRAMES_PATH.replace(/\/$/, '')}`,
        close: () => new Promise((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
        }),
    };
}
