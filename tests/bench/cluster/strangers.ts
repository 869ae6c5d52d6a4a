import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { connect as connectSecurely } from 'node:tls';
import { promisify } from 'node:util';
import type { Cluster } from './start.ts';
import { query } from './start.ts';

const execute = promisify(execFile);
const timeoutMs = 5_000;

/** What a stranger proves himself with: nothing at all, TLS alone, or a certificate in a folder. */
type Proof = 'nothing' | 'TLS' | { readonly what: string; readonly folder: string };

/** Sends a request of HTTP over a connection. @returns what was answered, empty if the connection ended */
function ask(port: number, proof: Proof, request: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const done = () => resolve(text);
    const options = { host: '127.0.0.1', port, rejectUnauthorized: false };
    const own = typeof proof === 'object' ? { cert: fileOf(proof, 'tls.crt'), key: fileOf(proof, 'tls.key') } : {};
    const socket = proof === 'nothing' ? connect(options) : connectSecurely({ ...options, ...own });
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
    });
    socket.on('error', done).on('close', done);
    socket.on(proof === 'nothing' ? 'connect' : 'secureConnect', () => socket.write(request));
  });
}

const fileOf = ({ folder }: { readonly folder: string }, name: string) => readFileSync(join(folder, name));

const post = (path: string, body: string, method = 'POST') =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** What an attacker on a machine of the network sends first: rewrite the configuration, read the agreed state, sign in. */
const takeover = post('/config', '{"postgresql":{"parameters":{"archive_command":"id"}}}', 'PATCH');
const readAll = post('/v3/kv/range', '{"key":"AA==","range_end":"AA=="}');

/** Certificates with the machine's own name: of another authority, and of the cluster's own, yet expired. */
function forge({ folder, tls }: Cluster): Proof[] {
  const other = join(folder, 'forged');
  execFileSync('sh', ['deploy/cluster/certificates.sh', other, 'pg1=127.0.0.1']);
  const expired = join(other, 'expired');
  const authority = join(tls, '..');
  execFileSync('mkdir', [expired]);
  execFileSync('cp', [join(other, 'pg1/tls.key'), expired]);
  const request = [
    'req',
    '-new',
    '-key',
    join(expired, 'tls.key'),
    '-subj',
    '/CN=pg1',
    '-out',
    join(expired, 'tls.csr'),
  ];
  execFileSync('openssl', request);
  const period = ['-not_before', '20250101000000Z', '-not_after', '20250201000000Z'];
  const days = execFileSync('openssl', ['x509', '-help'], { stdio: 'pipe' }).includes('not_before')
    ? period
    : ['-days', '-1'];
  const signed = ['-CA', join(authority, 'ca-now.crt'), '-CAkey', join(authority, 'ca.key'), ...days];
  const files = ['-in', join(expired, 'tls.csr'), '-out', join(expired, 'tls.crt')];
  execFileSync('openssl', ['x509', '-req', ...files, ...signed], { stdio: 'ignore' });
  return [
    { what: 'another authority’s certificate', folder: join(other, 'pg1') },
    { what: 'an expired certificate', folder: expired },
  ];
}

/** Attacks every port of the cluster without a certificate and with forged ones. @returns the attacks that got an answer, with it */
export async function attackAsStranger(cluster: Cluster): Promise<string[]> {
  const web = [
    ...cluster.nodes.flatMap(({ name, api }) => [
      { what: `${name}'s Patroni`, port: api, request: takeover },
      { what: `${name}'s Patroni`, port: api, request: post('/failover', '{"candidate":"pg2"}') },
      { what: `${name}'s Patroni`, port: api, request: post('/primary', '', 'GET') },
    ]),
    ...cluster.members.flatMap(({ name, client, peer }) => [
      { what: `${name}'s clients`, port: client, request: readAll },
      { what: `${name}'s peers`, port: peer, request: post('/members', '', 'GET') },
    ]),
  ];
  const forged = forge(cluster);
  const nameOf = (proof: Proof) => (typeof proof === 'string' ? proof : proof.what);
  // Or the attacks below would prove nothing.
  for (const { port } of web) {
    if ((await ask(port, { what: 'its own', folder: cluster.tls }, post('/version', '', 'GET'))) === '')
      throw new Error(`${port} is silent`);
  }
  const answered: string[] = [];
  for (const { what, port, request } of web) {
    for (const proof of ['nothing', 'TLS', ...forged] as const) {
      const text = await ask(port, proof, request);
      // Go and Python may say in clear text that they expect TLS; anything else is an answer.
      if (text !== '' && !/^HTTP\/1\.0 400 .*\r\n\r\nClient sent an HTTP request to an HTTPS server/s.test(text))
        answered.push(`${what} with ${nameOf(proof)}: ${text.slice(0, 80)}`);
    }
  }
  const databases = [...cluster.nodes.map(({ name, port }) => [name, port] as const), ...Object.entries(cluster.ports)];
  for (const [name, port] of databases.filter(([name]) => name !== 'front')) {
    for (const user of ['postgres', 'replicator', 'rewinder', 'tidemark_owner', 'tidemark_app']) {
      for (const proof of ['nothing', 'TLS', ...forged] as const) {
        const own = typeof proof === 'object' ? `&sslcert=${proof.folder}/tls.crt&sslkey=${proof.folder}/tls.key` : '';
        // Even who knows the password.
        const mode = proof === 'nothing' ? 'disable' : 'no-verify';
        const url = `postgres://${user}:secret@127.0.0.1:${port}/tidemark?sslmode=${mode}${own}`;
        const got = await query(url, 'select 1').then(
          () => true,
          () => false,
        );
        if (got) answered.push(`${name} as ${user} with ${nameOf(proof)}`);
      }
    }
  }
  // And a machine's own certificate opens nothing without the password.
  const own = `sslmode=no-verify&sslcert=${cluster.tls}/tls.crt&sslkey=${cluster.tls}/tls.key`;
  for (const [name, port] of databases.filter(([name]) => name !== 'front')) {
    const got = await query(`postgres://postgres:guess@127.0.0.1:${port}/tidemark?${own}`, 'select 1').catch(
      () => null,
    );
    if (got) answered.push(`${name} without the password`);
  }
  const tapped = await execute('psql', [
    `host=127.0.0.1 port=${cluster.nodes[0]?.port} user=replicator password=secret replication=true sslmode=require`,
    ...['-c', 'IDENTIFY_SYSTEM'],
  ]).catch(() => null);
  if (tapped) answered.push(`replication: ${tapped.stdout}`);
  return answered;
}
