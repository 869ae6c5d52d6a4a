import { createServer as createHttpServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import { type ServerType, serve } from '@hono/node-server';
import type { createApp } from '#server/app.ts';
import type { createHostCheck } from '#server/core/http/own-host.ts';
import type { serveFiles } from '#server/core/http/serve-files.ts';

/** Why the server did not start; the message is one line for the operator. */
export class StartError extends Error {}

/** Longer than a proxy takes to notice that a copy isn't ready: Caddyfile asks every 2 s. */
const drainMs = 3_000;
const maxQuietTurns = 5;
const maxTurns = 10_000;
const shutdownTimeoutMs = 8_000;
const idleCheckMs = 50;
export const serverOptions = {
  /** Longer than proxies and clients keep a connection, so they never send a request on one we just closed. */
  keepAliveTimeout: 75_000,
  /**
   * Limits how long an unfinished request can hold a connection. Longer than browsers keep one that they opened ahead:
   * Node would answer the first request on it with 408.
   */
  headersTimeout: 30_000,
  /** Uploading a picture over a slow line takes a minute. */
  requestTimeout: 120_000,
  connectionsCheckingInterval: 2_000,
  /** The address and all headers together; longer ones get a 431. */
  maxHeaderSize: 16_384,
};

type Listener = {
  /** Says whether it has answered a request; the app gets the others. */
  readonly answer: ReturnType<typeof serveFiles>;
  readonly fetch: ReturnType<typeof createApp>['fetch'];
  readonly isOwnHost: ReturnType<typeof createHostCheck>;
  readonly port: number;
};

export type Listening = {
  /**
   * Answers requests for a while longer, and asks for a new connection each time, so that a proxy keeps none that closes
   * under its next request. @returns once proxies have noticed
   */
  drain(ms?: number): Promise<void>;
  /** Waits for running responses up to a limit, then closes their connections. */
  close(endStreams: () => void): Promise<void>;
};

/**
 * The system would reset connections that it has accepted and Node hasn't, with the requests sent on them, and Node takes
 * one in each turn.
 */
async function untilNoneWaits(server: HttpServer): Promise<void> {
  let quietTurns = 0;
  const onConnection = () => {
    quietTurns = 0;
  };
  server.on('connection', onConnection);
  for (let turns = 0; quietTurns < maxQuietTurns && turns < maxTurns; turns += 1) {
    quietTurns += 1;
    await setImmediate();
  }
  server.off('connection', onConnection);
}

/** A request's hosts: two could lead a proxy and the app to different sites. Node itself refuses a request without one. */
function hostsOf({ rawHeaders }: IncomingMessage): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && /^host$/i.test(rawHeaders[index - 1] ?? ''));
}

/** @throws {StartError} if the port is in use */
export async function listen({ answer, fetch, isOwnHost, port }: Listener): Promise<Listening> {
  let isDraining = false;
  const create = ((options, handle) =>
    createHttpServer(options, (request, response) => {
      if (isDraining) response.setHeader('Connection', 'close');
      const [host = '', ...otherHosts] = hostsOf(request);
      if (otherHosts.length > 0) response.writeHead(400, { Connection: 'close' }).end();
      else if (!isOwnHost(host)) response.writeHead(421, { Connection: 'close' }).end();
      else if (!answer(request, response)) handle?.(request, response);
    })) as typeof createHttpServer;
  const server = await new Promise<HttpServer>((resolve, reject) => {
    const options = { fetch, port, serverOptions, createServer: create };
    const serving: ServerType = serve(options, () => resolve(serving as HttpServer));
    serving.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new StartError(`PORT ${port} is in use: choose another port.`) : error);
    });
  });
  return {
    async drain(ms = drainMs) {
      isDraining = true;
      await wait(ms);
      await untilNoneWaits(server);
    },
    async close(endStreams) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Node keeps connections whose response ends during shutdown, such as streams.
      const idle = setInterval(() => {
        endStreams();
        server.closeIdleConnections();
      }, idleCheckMs);
      const timer = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs);
      await closed;
      clearInterval(idle);
      clearTimeout(timer);
    },
  };
}
