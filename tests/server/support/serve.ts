import { afterAll } from 'vitest';
import { startTestApp } from './app.ts';
import { client } from './client.ts';

/** An app for all tests of a file and a client that calls it. */
export async function serve(options?: Parameters<typeof startTestApp>[0]) {
  const server = await startTestApp(options);
  afterAll(() => server.close());
  return { server, ask: client(server) };
}
