/** Test environment of the tarball: the project into which it is installed, and a server of its files and media. */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';
import { serveFolder } from '../packages/project.ts';
import { ROOT } from './emit.ts';

export const PROJECT = path.join(ROOT, '.cache/hevc-package/project');
export const CLIP = path.join(ROOT, 'fixtures/clips/stage-h265.mp4');
export const INSTALLED = path.join(PROJECT, 'node_modules/@footlight/hevc');
const STREAM = path.join(ROOT, 'fixtures/streams/sync-640x360-h265-id12.flv');
export const PAGE_DEADLINE_MS = 30_000;

export const serve = (folder: string, headers: Readonly<Record<string, string>>): Promise<Server> =>
  serveFolder(folder, headers, (pathname, _request, response) => {
    const media = { '/clip.mp4': CLIP, '/stream.flv': STREAM }[pathname];
    if (media === undefined) return false;
    response.end(readFileSync(media));
    return true;
  });
