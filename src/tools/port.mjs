import { createServer } from 'node:net';

/** Why a server can't listen on a port, in one line; undefined if it can or the text isn't a port. */
export function checkPort(port) {
  if (!/^\d+$/.test(port) || Number(port) > 65_535) return Promise.resolve(undefined);
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', ({ code }) => {
      if (code === 'EADDRINUSE') {
        return done(
          `port ${port} is in use: stop the process that uses it, or choose another port: PORT=${Number(port) + 1} npm start`,
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
