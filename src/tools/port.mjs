import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';

/** `0A` in /proc/net. */
const listening = '0A';

/** Undefined for what doesn't exist here, ends meanwhile or belongs to another user. */
function attempt(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The process that listens on a port, as `process 4711 (node src/server/main.ts)`; undefined where /proc doesn't say. */
function findHolder(port) {
  const suffix = `:${Number(port).toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = ['tcp', 'tcp6'].flatMap(
    (name) => attempt(() => readFileSync(`/proc/net/${name}`, 'utf8').split('\n')) ?? [],
  );
  const sockets = lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(suffix) && state === listening)
    .map((columns) => `socket:[${columns[9]}]`);
  const holds = (pid) =>
    attempt(() => readdirSync(`/proc/${pid}/fd`))?.some((name) =>
      sockets.includes(attempt(() => readlinkSync(`/proc/${pid}/fd/${name}`))),
    );
  const pid =
    sockets.length > 0 && attempt(() => readdirSync('/proc').find((name) => /^\d+$/.test(name) && holds(name)));
  if (!pid) return undefined;
  const command = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '';
  return `process ${pid} (${command.replaceAll('\0', ' ').trim().slice(0, 120)})`;
}

/**
 * Why a server can't listen on a port, in one line; undefined if it can or the text isn't a port.
 */
export function checkPort(port) {
  if (!/^\d+$/.test(port) || Number(port) > 65_535) return Promise.resolve(undefined);
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', ({ code }) => {
      if (code === 'EADDRINUSE') {
        const holder = findHolder(port);
        const [by, it] = holder === undefined ? ['', 'the process that uses it'] : [` by ${holder}`, 'it'];
        return done(
          `port ${port} is in use${by}: stop ${it}, or choose another port: PORT=${Number(port) + 1} npm start`,
        );
      }
      if (code === 'EACCES') return done(`this user may not open port ${port}: choose a port above 1023 with PORT=`);
      done(`could not open port ${port}: ${code}`);
    });
    probe.listen(Number(port), () => probe.close(() => done(undefined)));
  });
}

/** The first free port from `first` on, as text. */
export async function findPort(first) {
  for (let port = first; ; port += 1) {
    if ((await checkPort(String(port))) === undefined) return String(port);
  }
}
