import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { publishRelease } from '../../../src/tools/release-folder.ts';
import { freePort } from '../../support/ports.ts';
import { onEnd } from '../clean-up.ts';
import { type Program, Supervised, until } from './supervisor.ts';

export const bridgeSecret = 'shared by the bridge and the rehearsal';
/** Names the copies that nginx asked. */
export const copyHeader = 'x-copy';
export const binaries = '/usr/lib/postgresql/15/bin';
const programs = ['etcd', 'patroni', 'haproxy', 'pgbouncer', 'nginx', 'runuser', `${binaries}/pg_rewind`];

/** What the rehearsal lacks on this machine, in one sentence; null if nothing. */
export function findMissing(): string | null {
  if (process.getuid?.() !== 0) return 'The cluster runs only as root, because its programs have users of their own.';
  const missing = programs.filter((name) => spawnSync('which', [name]).status !== 0);
  if (missing.length > 0)
    return `Not installed: ${missing.join(', ')}. apt-get install etcd-server patroni haproxy pgbouncer nginx-light postgresql-15`;
  return existsSync('dist/_nginx-maps.conf') ? null : 'dist/ is missing: run npm run build first.';
}

const idOf = (option: '-u' | '-g') => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));

/** PostgreSQL refuses to run as root. */
export const postgresUser = () => ({ uid: idOf('-u'), gid: idOf('-g') });

/** The cluster of deploy/cluster on this machine: its files, with ports of ours and a folder for what they write. */
export async function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-cluster-'));
  chmodSync(folder, 0o755);
  const postgres = postgresUser();
  const running = new Map<string, Supervised>();
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const run = (program: Program) => {
    const supervised = new Supervised(program, folder);
    running.set(program.name, supervised);
    onEnd(() => supervised.stop('SIGKILL'));
    return supervised;
  };
  const own = (name: string) => {
    const path = join(folder, name);
    mkdirSync(path, { mode: 0o700 });
    chownSync(path, postgres.uid, postgres.gid);
    return path;
  };
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const ports = { haproxy: await freePort(), pgbouncer: await freePort(), front: await freePort() };

  const members = await Promise.all(
    ['etcd1', 'etcd2', 'etcd3'].map(async (name) => ({ name, client: await freePort(), peer: await freePort() })),
  );
  // One machine stands for all, so one certificate does.
  const tls = issueCertificates(join(folder, 'certificates'), 'pg1', postgres);
  const read = (file: string) => readFileSync(`deploy/cluster/${file}`, 'utf8').replaceAll('/etc/tidemark/tls', tls);
  const peers = members.map(({ name, peer }) => `${name}=https://127.0.0.1:${peer}`).join(',');
  for (const { name, client, peer } of members) {
    const urls = { client: `https://127.0.0.1:${client}`, peer: `https://127.0.0.1:${peer}` };
    const settings = [...read('etcd.conf').matchAll(/^(ETCD_\w+)=(.*)$/gm)].map(([, key = '', value = '']) => [
      key,
      value,
    ]);
    run({
      name,
      command: [
        ...(['etcd', '--name', name, '--data-dir', own(name), '--initial-cluster', peers] as const),
        ...['--listen-client-urls', urls.client, '--advertise-client-urls', urls.client],
        ...['--listen-peer-urls', urls.peer, '--initial-advertise-peer-urls', urls.peer],
      ],
      env: Object.fromEntries(settings),
      user: postgres,
    });
  }
  const etcdHosts = members.map(({ client }) => `127.0.0.1:${client}`).join(',');

  // The archive has a rehearsal of its own, restore.ts.
  const config = write(
    'patroni.yaml',
    read('patroni.yaml')
      .replace("archive_mode: 'on'", "archive_mode: 'off'")
      .replace(/ +recovery_conf:\n.*\n/, ''),
  );
  const nodes: { readonly name: string; readonly port: number; readonly api: number; readonly data: string }[] = [];
  for (const name of ['pg1', 'pg2']) {
    const node = { name, port: await freePort(), api: await freePort(), data: join(own(name), 'data') };
    nodes.push(node);
    run({
      name,
      command: ['patroni', config],
      env: {
        PATRONI_NAME: name,
        PATRONI_ETCD3_HOSTS: etcdHosts,
        PATRONI_RESTAPI_LISTEN: `127.0.0.1:${node.api}`,
        PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${node.api}`,
        PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${node.port}`,
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${node.port}`,
        PATRONI_POSTGRESQL_DATA_DIR: node.data,
        PATRONI_POSTGRESQL_PGPASS: join(node.data, '../pgpass'),
        ...Object.fromEntries(
          [
            ['SUPERUSER', 'postgres'],
            ['REPLICATION', 'replicator'],
            ['REWIND', 'rewinder'],
          ].flatMap(([role, user]) => [
            [`PATRONI_${role}_USERNAME`, user],
            [`PATRONI_${role}_PASSWORD`, 'secret'],
          ]),
        ),
      },
      user: postgres,
    });
    // The first one creates the database, and the other copies it.
    if (name === 'pg1') await until('the first database', 90, async () => assertPrimary(tls, node.api));
  }

  const proxy = read('haproxy.cfg')
    .replace('127.0.0.1:5000', `127.0.0.1:${ports.haproxy}`)
    .replace(/server (pg[12]) .*$/gm, (_, name: string) => {
      const node = nodes.find((each) => each.name === name);
      return `server ${name} 127.0.0.1:${node?.port} check port ${node?.api}`;
    });
  run({ name: 'haproxy', command: ['haproxy', '-db', '-f', write('haproxy.cfg', proxy)] });
  // Until its first check it takes the standby for a primary.
  await wait(3_000);
  const superuser = `postgres://postgres:secret@127.0.0.1:${ports.haproxy}`;
  const proof = `?sslmode=verify-full&sslrootcert=${tls}/ca.crt&sslcert=${tls}/tls.crt&sslkey=${tls}/tls.key`;
  await until('HAProxy', 60, () => query(`${superuser}/postgres${proof}`, 'create database tidemark'));
  for (const file of ['deploy/database-roles.sql', 'deploy/cluster/timeouts.sql'])
    await query(`${superuser}/tidemark${proof}`, readFileSync(file, 'utf8'));
  await query(
    `${superuser}/tidemark${proof}`,
    `alter role tidemark_owner password 'secret'; alter role tidemark_app password 'secret'`,
  );

  const pool = read('pgbouncer.ini')
    .replace('port=5000', `port=${ports.haproxy}`)
    .replace('listen_port = 6432', `listen_port = ${ports.pgbouncer}\nunix_socket_dir =`)
    .replace('/etc/pgbouncer/userlist.txt', write('userlist.txt', '"tidemark_app" "secret"\n'));
  run({ name: 'pgbouncer', command: ['pgbouncer', write('pgbouncer.ini', pool)], user: postgres });
  const databaseUrl = `postgres://tidemark_app:secret@127.0.0.1:${ports.pgbouncer}/tidemark${proof}`;
  const ownerUrl = `postgres://tidemark_owner:secret@127.0.0.1:${ports.haproxy}/tidemark${proof}`;

  const site = join(folder, 'site');
  publishRelease(site, 'dist', Date.now());
  return {
    ...{
      folder,
      tls,
      members,
      running,
      run,
      nodes,
      ports,
      superuserUrl: `${superuser}/tidemark${proof}`,
      databaseUrl,
      ownerUrl,
      site,
    },
    origin: `http://127.0.0.1:${ports.front}`,
    /** nginx in front of these copies, without TLS. */
    async startFront(copies: readonly number[]): Promise<void> {
      const [a = 0, b = 0] = copies;
      const whole = readFileSync('deploy/nginx.conf', 'utf8')
        .replace('server app-a:8000', `server 127.0.0.1:${a}`)
        .replace('server app-b:8000', `server 127.0.0.1:${b}`)
        .replaceAll('/var/log/nginx/', `${folder}/`);
      // Without the servers of other names and of HTTP; and each client has an address, as behind a CDN.
      const last = whole.slice(whole.lastIndexOf('\nserver {'));
      const server = last
        .replace(/listen 443[^;]*;\s*listen \[::\]:443[^;]*;/, `listen 127.0.0.1:${ports.front};`)
        .replace('server_name tidemark.example;', `include ${folder}/pages.nginx.conf;`)
        .replace(/\tssl_certificate.*\n/g, '')
        .replace('# set_real_ip_from 192.0.2.0/24;', 'set_real_ip_from 127.0.0.1;')
        .replace('# real_ip_header CF-Connecting-IP;', 'real_ip_header X-Client;')
        .replaceAll('proxy_pass', `add_header ${copyHeader} "$upstream_addr $upstream_status" always; proxy_pass`);
      const head = whole.slice(0, whole.indexOf('# Requests for another host name'));
      copyFileSync('deploy/pages.nginx.conf', join(folder, 'pages.nginx.conf'));
      write(
        'pages.nginx.conf',
        readFileSync('deploy/pages.nginx.conf', 'utf8').replaceAll('/srv/tidemark/current', `${site}/current`),
      );
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/nginx-${kind};`,
      );
      const file = write(
        'nginx.conf',
        `daemon off; user root; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr;
events { worker_connections 4096; }
http {
${temporary.join('\n')}
include ${site}/current/_nginx-maps.conf;
${head}${server}
}
`,
      );
      run({ name: 'nginx', command: ['nginx', '-p', folder, '-c', file] });
    },
  };
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

export async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(text);
  } finally {
    await client.end();
  }
}

/** The certificate of a machine, for the user that runs its programs. @returns its folder */
function issueCertificates(folder: string, machine: string, { uid, gid }: ReturnType<typeof postgresUser>): string {
  execFileSync('sh', ['deploy/cluster/certificates.sh', folder, `${machine}=127.0.0.1`]);
  const own = join(folder, machine);
  for (const path of [folder, own, ...readdirSync(own).map((name) => join(own, name))]) chownSync(path, uid, gid);
  return own;
}

/** @throws unless this node is the primary */
async function assertPrimary(tls: string, api: number): Promise<void> {
  const [ca, cert, key] = ['ca.crt', 'tls.crt', 'tls.key'].map((name) => readFileSync(join(tls, name)));
  await new Promise<void>((resolve, reject) => {
    const asking = get({ host: '127.0.0.1', port: api, path: '/primary', ca, cert, key, agent: false }, (answer) => {
      answer.resume();
      if (answer.statusCode === 200) resolve();
      else reject(new Error(`answered ${answer.statusCode}`));
    });
    asking.on('error', reject);
  });
}

/** The primary, and the other node. @throws if there is none */
export async function findPrimary({ nodes, tls }: Pick<Cluster, 'nodes' | 'tls'>) {
  for (const node of nodes) {
    const isPrimary = await assertPrimary(tls, node.api).then(
      () => true,
      () => false,
    );
    if (isPrimary) return node;
  }
  throw new Error('no primary');
}

/** @throws unless the standby has everything that is acknowledged */
export async function assertSynchronous({ superuserUrl }: Pick<Cluster, 'superuserUrl'>): Promise<void> {
  const { rows } = await query(superuserUrl, `select 1 from pg_stat_replication where sync_state = 'sync'`);
  if (rows.length === 0) throw new Error('no synchronous standby');
}
