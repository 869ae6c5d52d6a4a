import type { Logger } from 'pino';
import type { Catalog } from '../content/catalog.ts';
import { openBus } from './db/bus.ts';
import type { Connection } from './db/connect.ts';
import { checkKeyCanary } from './db/key-canary.ts';
import { openMarketKey } from './db/market-key.ts';
import { migrateConnection } from './db/migrate-connection.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { createLimits } from './http/limits.ts';
import { openJobs, type Runner } from './jobs/runner.ts';
import { openKeys } from './keys.ts';
import { createLog } from './log.ts';
import { createCaptcha } from './ports/captcha/create.ts';
import type { PortContext } from './ports/context.ts';
import { createIdentity } from './ports/identity/create.ts';
import { createMailer } from './ports/mail/create.ts';
import { createPayments } from './ports/payments/create.ts';
import { createPlatform } from './ports/platform/create.ts';
import { createHttpsPostbacks } from './ports/postback/https-postbacks.ts';
import { createPush } from './ports/push/create.ts';
import { createSanctions } from './ports/sanctions/create.ts';

export type Server = { readonly deps: Deps; readonly jobs: Runner; close(): Promise<void> };

type Options = {
  readonly env: Env;
  readonly catalog: Catalog;
  readonly connection: Connection;
  readonly clock?: () => Date;
  readonly log?: Logger;
  /** Replaces ports or limits in tests. */
  readonly replace?: Partial<Deps>;
  /** False if tests run the jobs manually. */
  readonly recurring?: boolean;
};

/** Assembles the server on an open connection: tables, keys, jobs, bus and ports. */
export async function createServer(options: Options): Promise<Server> {
  const { env, catalog, connection, replace = {} } = options;
  const log = options.log ?? createLog(env);
  await migrateConnection(connection);
  const keys = replace.keys ?? (await openKeys(env, connection));
  await checkKeyCanary(connection.db, keys);
  const marketKey = replace.marketKey ?? (await openMarketKey(connection.db, keys));
  const jobs = await openJobs(connection, log, { recurring: options.recurring ?? true });
  const bus = await openBus(connection, log);
  const context: PortContext = {
    env,
    catalog,
    db: connection.db,
    clock: options.clock ?? (() => new Date()),
    log,
    jobs,
    bus,
    limits: createLimits(connection.kind === 'postgres' ? connection.pool : undefined),
    keys,
    marketKey,
    ...replace,
  };
  const deps: Deps = {
    ...context,
    mailer: replace.mailer ?? (await createMailer(context)),
    captcha: replace.captcha ?? createCaptcha(context),
    sanctions: replace.sanctions ?? createSanctions(context),
    identity: replace.identity ?? createIdentity(context),
    payments: replace.payments ?? (await createPayments(context)),
    platform: replace.platform ?? createPlatform(context),
    postbacks: replace.postbacks ?? createHttpsPostbacks(),
    push: replace.push ?? createPush(context),
  };
  const close = async () => {
    await jobs.stop();
    await bus.close();
    await connection.close();
  };
  return { deps, jobs, close };
}
