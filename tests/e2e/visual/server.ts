import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { pino } from 'pino';
import { getCatalog } from '#content/catalog.ts';
import { createApp } from '#server/app.ts';
import { connectEmbedded } from '#server/core/database/connect.ts';
import { parseEnv } from '#server/core/env.ts';
import { createServer } from '#server/create-server.ts';
import { seedDemo } from '#server/firm/seed.ts';
import { makeFolder } from '../prepared-folder.ts';

/** A Tuesday, 10:42 in Chicago: the market is open, and no promotion or holiday is near. */
export const now = new Date('2026-11-24T16:42:00Z');

/** The demo at one moment that never passes: nothing trades, no job runs, and the market has always the same prices. */
export async function startStillServer(): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const dataDir = makeFolder();
  const connection = await connectEmbedded({ dataDir });
  const site = serve({ fetch: (request, bindings) => app.fetch(request, bindings), port: 0 });
  const { port } = site.address() as AddressInfo;
  const origin = `http://localhost:${port}`;
  const { deps, close } = await createServer({
    env: parseEnv({ DATA_DIR: dataDir, DEMO: '1', ORIGIN: origin, CAPTCHA_COST: '20' }),
    catalog: getCatalog(),
    connection,
    clock: () => now,
    log: pino({ level: 'error' }),
    recurring: false,
    replace: { marketKey: Buffer.alloc(32, 7) },
  });
  const app = createApp(deps, { siteFolder: 'dist' });
  await seedDemo(deps);
  return {
    origin,
    async stop() {
      await new Promise((done) => {
        site.close(done);
        if ('closeAllConnections' in site) site.closeAllConnections();
      });
      await close();
    },
  };
}
