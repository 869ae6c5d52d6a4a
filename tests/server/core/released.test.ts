import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, inject, onTestFinished, test } from 'vitest';
import { getCatalog } from '#content/catalog.ts';
import { createApp } from '#server/app.ts';
import { restoreBackup } from '#server/core/database/backup/restore-backup.ts';
import { writeBackup } from '#server/core/database/backup/write-backup.ts';
import { connectEmbedded } from '#server/core/database/connect.ts';
import { parseEnv } from '#server/core/env.ts';
import { createServer } from '#server/create-server.ts';
import { hashBaseline } from '#server/firm/migrations/0001-baseline.ts';
import { listMigrations, releasedMigrations } from '#server/firm/migrations.ts';
import { startTestApp, testStart } from '../support/app.ts';
import { orderForm, shopOn } from '../support/shop.ts';

/** What a shop of a released version left behind: a paid order, and a backup of its database in base64. */
type Released = {
  readonly baseline: string;
  readonly order: { readonly orderId: string; readonly sessionId: string };
  readonly backup: string;
};

const folder = 'tests/server/core/released';
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const environment = { APP_SECRET: 'the secret of a shop that was released long ago' };
const databases = inject('databases');

/** Only until the version is tagged: afterward, its file says what that version really left behind. */
async function renew(): Promise<void> {
  const server = await startTestApp({ environment });
  const shop = shopOn(server);
  const { orderId, sessionId } = await shop.order(orderForm({ email: 'ada@example.com' }));
  await server.drain();
  await shop.webhook({ orderId }, 'paid');
  await server.drain();
  const file = new PassThrough();
  const [bytes] = await Promise.all([
    buffer(file),
    writeBackup(server.deps.db, file, { migrations: releasedMigrations, rootKey: undefined }),
  ]);
  const baseline = hashBaseline();
  const released: Released = { baseline, order: { orderId, sessionId }, backup: bytes.toString('base64') };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${version}.json`), `${JSON.stringify(released, null, 2)}\n`);
  await server.close();
}

if (process.env.RELEASED_RENEW === '1' && databases.kind === 'embedded') await renew();

const versions = existsSync(folder) ? readdirSync(folder).map((name) => name.replace(/\.json$/, '')) : [];

test('the first release is among those whose shops are upgraded', () => {
  expect(versions).toContain('1.0.0');
});

test.runIf(databases.kind === 'embedded').each(versions)(
  'a shop of %s has its order and its account after the upgrade to this version',
  async (name) => {
    const released: Released = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
    const empty = databases.kind === 'embedded' ? readFileSync(databases.emptyDumpPath) : '';
    const connection = await connectEmbedded({ loadDataDir: new Blob([empty]) });
    await restoreBackup(connection.db, Readable.from([Buffer.from(released.backup, 'base64')]), releasedMigrations);
    const migrations = await listMigrations(connection.db);
    expect(migrations.filter(({ executedAt }) => executedAt === undefined)).toEqual([]);

    const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-released-'));
    const { deps, close } = await createServer({
      env: parseEnv({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', DEMO: '1', ...environment }),
      catalog: getCatalog(),
      connection,
      clock: () => new Date(testStart),
      log: pino({ level: 'silent' }),
      recurring: false,
    });
    onTestFinished(close);
    const { orderId, sessionId } = released.order;
    const answer = await createApp(deps).request(`/api/orders/result?orderId=${orderId}&sessionId=${sessionId}`);
    expect(await answer.json()).toMatchObject({
      response_status: 200,
      data: { status: 'fulfilled', totalCents: 14_900 },
    });
    const accounts = await deps.db.selectFrom('trading_account').select('id').where('order_id', '=', orderId).execute();
    expect(accounts).toHaveLength(1);
  },
);
