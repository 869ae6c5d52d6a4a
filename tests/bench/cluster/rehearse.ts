import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { getCatalog } from '../../../src/content/catalog.ts';
import { connectPostgres } from '../../../src/server/core/database/connect.ts';
import { parseEnv } from '../../../src/server/core/env.ts';
import { createServer } from '../../../src/server/create-server.ts';
import { accountStream } from '../../../src/shared/accounts/contract.ts';
import { buyAccount, signInPerson } from '../../server/support/people.ts';
import { freePort } from '../../support/ports.ts';
import { onEnd } from '../clean-up.ts';
import { options } from '../options.ts';
import { type Figure, figure } from '../table.ts';
import { Dashboard, Load } from './load.ts';
import { assertSynchronous, bridgeSecret, type Cluster, findPrimary, query, startCluster } from './start.ts';
import { attackAsStranger } from './strangers.ts';
import { until } from './supervisor.ts';

const execute = promisify(execFile);
const accounts = 20;
const dashboards = 10;
const backWithinSeconds = 30;

type Step = { readonly what: string; readonly seconds: number; readonly act: () => Promise<void> };

/** The next release: the same program with one more migration, and with other scripts. */
async function makeNextRelease(folder: string): Promise<string> {
  const next = join(folder, 'next');
  mkdirSync(next);
  for (const name of ['src', 'content', 'public', 'dist']) cpSync(name, join(next, name), { recursive: true });
  cpSync('package.json', join(next, 'package.json'));
  symlinkSync(resolve('node_modules'), join(next, 'node_modules'));
  writeFileSync(
    join(next, 'src/server/firm/migrations/9999-rehearsal.ts'),
    `import { type Kysely, sql } from 'kysely';
export const up = async (db: Kysely<unknown>) => void (await sql\`alter table orders add column rehearsed boolean not null default false\`.execute(db));
`,
  );
  const migrate = join(next, 'src/server/firm/migrations.ts');
  const text = readFileSync(migrate, 'utf8')
    .replace(/^(import \* as baseline .*)$/m, `$1\nimport * as rehearsal from './migrations/9999-rehearsal.ts';`)
    .replace(`'0001-baseline': baseline,`, `'0001-baseline': baseline,\n  '9999-rehearsal': rehearsal,`);
  writeFileSync(migrate, text);
  rmSync(join(next, 'dist/_astro', findScript()));
  writeFileSync(join(next, 'dist/_astro/next-release.js'), '0;');
  return next;
}

/** A script that pages of the former release still ask for. */
const findScript = () => readdirSync('dist/_astro').find((name) => name.endsWith('.js')) ?? '';

async function openAccounts(url: string) {
  const env = parseEnv({ DATABASE_URL: url, LOG_LEVEL: 'silent', DEMO: '1' });
  const connection = await connectPostgres(url);
  const log = pino({ level: 'silent' });
  const server = await createServer({ env, catalog: getCatalog(), connection, log, recurring: false });
  try {
    const { personId, token } = await signInPerson(server);
    const ids: string[] = [];
    for (let index = 0; index < accounts; index += 1) ids.push(await buyAccount(server, personId));
    await server.deps.db.deleteFrom('simulated_trader').execute();
    await server.deps.db.updateTable('trading_account').set({ simulated: false }).where('id', 'in', ids).execute();
    return { token, ids };
  } finally {
    await server.close();
  }
}

async function startCopies(cluster: Cluster) {
  const common = {
    ...{ DATABASE_URL: cluster.databaseUrl, DEMO: '1', LOG_LEVEL: 'warn', TRUST_PROXY: '1', ORIGIN: cluster.origin },
    ...{ PLATFORM_BRIDGE_URL: 'http://localhost:1', PLATFORM_BRIDGE_SECRET: bridgeSecret },
  };
  const ports: number[] = [];
  for (const name of ['app-a', 'app-b', 'worker']) {
    const port = await freePort();
    if (name !== 'worker') ports.push(port);
    const env = { ...common, PORT: String(port), RUN_JOBS: name === 'worker' ? '1' : '0' };
    cluster.run({ name, command: [process.execPath, 'src/server/main.ts'], env });
    await assertReady(port);
  }
  return ports;
}

const assertReady = (port: number) =>
  until(`the copy on ${port}`, 180, async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/ready`);
    if (!answer.ok) throw new Error(await answer.text());
  });

/** Where the programs' logs stay after a rehearsal. */
const logFolder = '.cache/cluster';

/** Kills each part under load, upgrades it, and counts what was lost. @param say prints the log */
export async function rehearseCluster(perSecond: number, say: (line: string) => void): Promise<Figure[]> {
  const note = (line: string) => say(`${new Date().toISOString().slice(11, 19)}  ${line}`);
  const cluster = await startCluster();
  onEnd(() => {
    const logs = readdirSync(cluster.folder).filter((name) => name.endsWith('.log'));
    for (const name of logs) cpSync(join(cluster.folder, name), join(logFolder, name));
  });
  await until('the standby', 120, () => assertSynchronous(cluster));
  const answered = await attackAsStranger(cluster);
  for (const line of answered) note(`answered a stranger: ${line}`);
  const strangers = figure('Cluster: ports that answered who has no certificate', answered.length, '', { atMost: 0 });
  if (options.step === 'strangers') return [strangers];
  note('migrating and seeding');
  // In processes of their own: the clients' timers would run out while this one reads no answers.
  const run = (cwd: string, ...args: string[]) =>
    execute(process.execPath, args, { cwd, env: { ...process.env, DATABASE_URL: cluster.ownerUrl, DEMO: '0' } });
  const migrate = (cwd: string) => run(cwd, 'src/tools/database.ts', 'migrate');
  await migrate('.');
  const ports = await startCopies(cluster);
  await cluster.startFront(ports);
  const { token, ids } = await openAccounts(cluster.databaseUrl);
  await until('the synchronous standby', 120, () => assertSynchronous(cluster));
  const next = await makeNextRelease(cluster.folder);
  const load = new Load(cluster.origin, ids);
  const screens = Array.from(
    { length: dashboards },
    () => new Dashboard(cluster.origin, `/api/${accountStream.path}`, token),
  );
  await load.start(perSecond);
  note(`${perSecond} requests a second, ${dashboards} open dashboards`);
  await wait(10_000);
  const get = (name: string) => {
    const found = cluster.running.get(name);
    if (!found) throw new Error(`no ${name}`);
    return found;
  };
  const kill = (name: string, seconds = 20): Step => ({
    ...{ what: `kill -9 ${name}`, seconds },
    act: async () => get(name).kill(),
  });
  const killPrimary: Step = {
    ...{ what: 'kill -9 the primary with its Patroni', seconds: 45 },
    act: async () => {
      const { name, data } = await findPrimary(cluster);
      await get(name).stop('SIGKILL');
      const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
      process.kill(Number(pid), 'SIGKILL');
      setTimeout(() => void get(name).startAgain(), 40_000);
    },
  };
  const loseEtcd: Step = {
    ...{ what: 'kill -9 two of three etcd members, for 30 s', seconds: 45 },
    act: async () => {
      for (const name of ['etcd2', 'etcd3']) {
        await get(name).stop('SIGKILL');
        setTimeout(() => void get(name).startAgain(), 30_000);
      }
    },
  };
  const oldScript = findScript();
  const upgrade: Step = {
    ...{ what: 'rolling upgrade with a migration', seconds: 15 },
    act: async () => {
      await migrate(next);
      note(`${' '.repeat(4)}migrated`);
      await run(next, 'src/tools/release.ts', 'publish', cluster.site);
      note(`${' '.repeat(4)}published`);
      for (const [index, name] of ['app-a', 'app-b', 'worker'].entries()) {
        await get(name).stop();
        note(`${' '.repeat(4)}${name} has stopped`);
        await get(name).startAgain({ cwd: next });
        if (ports[index] !== undefined) await assertReady(ports[index]);
        note(`${' '.repeat(4)}${name} is ready`);
      }
    },
  };
  const steps = [
    kill('app-a'),
    kill('etcd1'),
    kill('haproxy'),
    kill('pgbouncer'),
    kill('nginx'),
    loseEtcd,
    killPrimary,
    upgrade,
  ];
  const figures: Figure[] = [strangers];
  for (const { what, seconds, act } of steps.filter((step) => step.what.includes(options.step))) {
    const from = Date.now();
    note(what);
    await act();
    await wait(seconds * 1_000);
    const to = Date.now();
    const { longestGapMs, again, count } = load.describe(from, to);
    const streams = Math.max(...screens.map(({ receivedAt }) => to - Math.max(0, ...receivedAt)));
    note(
      `${' '.repeat(4)}${(longestGapMs / 1_000).toFixed(1)} s without a write, ${again} of ${count} requests sent again, streams last heard ${(streams / 1_000).toFixed(1)} s ago`,
    );
    for (const line of load.describeFailures(from, to)) note(line);
    figures.push(
      figure(`Cluster, ${what}: writes back after`, longestGapMs / 1_000, 's', { atMost: backWithinSeconds }),
    );
    figures.push(figure(`Cluster, ${what}: dashboards last heard from`, streams / 1_000, 's ago', { atMost: 10 }));
    if (what === upgrade.what)
      figures.push(figure('Cluster, rolling upgrade: requests that failed at first', again, '', { atMost: 0 }));
    if (what === killPrimary.what) await until('the former primary', 120, () => assertSynchronous(cluster));
  }
  const old = await fetch(`${cluster.origin}/_astro/${oldScript}`);
  figures.push(
    figure('Cluster, rolling upgrade: status of the former release’s script', old.status, '', { atMost: 200 }),
  );
  await load.stop();
  await Promise.all(screens.map((screen) => screen.close()));
  const { rows: orders } = await query(cluster.superuserUrl, 'select id from orders');
  const { rows: fills } = await query(
    cluster.superuserUrl,
    `select source_id as id from account_event where source_id like 'rehearsal-%'`,
  );
  const kept = new Set([...orders, ...fills].map(({ id }: { id: string }) => id));
  const acknowledged = [...load.orderIds, ...load.fillIds];
  note(`${load.records.length} requests answered, ${acknowledged.length} writes acknowledged`);
  for (const line of load.lost.slice(0, 5)) note(line);
  return [
    ...figures,
    figure('Cluster: acknowledged writes', acknowledged.length, ''),
    figure('Cluster: acknowledged writes lost', acknowledged.filter((id) => !kept.has(id)).length, '', { atMost: 0 }),
    figure('Cluster: fills stored twice', fills.length - new Set(fills.map(({ id }) => id)).size, '', { atMost: 0 }),
    figure('Cluster: requests never answered', load.lost.length, '', { atMost: 0 }),
  ];
}
