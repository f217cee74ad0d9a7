/** Runs the command-line tools of node_modules by their own scripts: no shell and no shims, so that Windows needs nothing else. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
export const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Packages that are not called like their tool. */
const PACKAGES = {
    tsc: 'typescript',
    playwright: '@playwright/test',
    stryker: '@stryker-mutator/core',
};
/** The script behind a tool's name. */
function scriptOf(tool) {
    const folder = join(ROOT, 'node_modules', PACKAGES[tool] ?? tool);
    const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const path = typeof bin === 'string' ? bin : bin?.[tool];
    if (path === undefined)
        throw new Error(`${folder} has no tool ${tool}`);
    return resolve(folder, path);
}
/** `command` is a tool and its arguments, parted by blanks; `node` is Node itself. */
export function nodeArguments(command) {
    const [tool = '', ...args] = command.split(' ');
    return tool === 'node' ? args : [scriptOf(tool), ...args];
}
export const startTool = (command, options = {}) => spawn(process.execPath, nodeArguments(command), { cwd: ROOT, stdio: 'inherit', ...options });
/** Ends a process that was started `detached`, with all that it has started. */
export function endGroup({ pid }, signal = 'SIGTERM') {
    try {
        if (pid !== undefined)
            process.kill(-pid, signal);
    }
    catch {
        // It has ended.
    }
}
/** True when the tool ended with status 0. */
export const runTool = (command, more = [], env = {}) => spawnSync(process.execPath, [...nodeArguments(command), ...more], { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
    .status === 0;
