import { createServer } from 'node:net';

/** Why a server cannot listen on a port, as one line; undefined when it can, or when the text is no port at all. */
export function whyNotFree(port) {
  if (!/^\d+$/.test(port) || Number(port) > 65_535) return Promise.resolve(undefined);
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', ({ code }) => {
      if (code === 'EADDRINUSE') {
        return done(
          `port ${port} is in use: stop what runs there, or choose another: PORT=${Number(port) + 1} npm start`,
        );
      }
      if (code === 'EACCES')
        return done(`port ${port} may not be opened by this user: choose one above 1023 with PORT=`);
      done(`port ${port} cannot be opened: ${code}`);
    });
    probe.listen(Number(port), () => probe.close(() => done(undefined)));
  });
}
