import { spawnSync } from 'node:child_process';

const shells = new Set(['sh', 'dash', 'bash', 'zsh', 'ash']);
const pollMs = 1_000;

function readProcess(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent = '0', command = ''] = /^(\d+)\s+(\S.*)$/.exec(stdout?.trim() ?? '') ?? [];
  return { parent: Number(parent), command: command.replace(/^.*\//, '') };
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * Calls back once when the npm that runs this script has exited. A signal to npm ends only npm and its shell, and would
 * leave the server running with its port and database lock.
 */
export function onOrphaned(callBack) {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const parentProcess = readProcess(parent);
  const watched = [
    parent,
    ...(shells.has(parentProcess.command) && parentProcess.parent > 1 ? [parentProcess.parent] : []),
  ];
  const timer = setInterval(() => {
    if (process.ppid === parent && watched.every(isAlive)) return;
    clearInterval(timer);
    callBack();
  }, pollMs);
  timer.unref();
}
