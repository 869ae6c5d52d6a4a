import { createServer } from 'node:net';

/** Below Linux's and macOS's ranges for outgoing connections, and without the ports that this project's commands use. */
const range = { from: 20_000, count: 12_000 };

const given = new Set<number>();

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer();
    probe.on('error', () => done(false));
    probe.listen(port, () => probe.close(() => done(true)));
  });
}

/**
 * A port that nothing listens on. A server that is killed can start on it again: a port that the system itself chooses
 * may meanwhile belong to any program's outgoing connection.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.from + Math.floor(Math.random() * range.count);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}
