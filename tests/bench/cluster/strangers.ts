import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { promisify } from 'node:util';
import type { Cluster } from './start.ts';
import { query } from './start.ts';

const execute = promisify(execFile);
const timeoutMs = 5_000;

/** Sends a request of HTTP over a connection. @returns what was answered, empty if the connection ended */
function ask(port: number, secure: boolean, request: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const done = () => resolve(text);
    const options = { host: '127.0.0.1', port, rejectUnauthorized: false };
    const socket = secure ? connectSecurely(options) : connect(options);
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.on('data', (piece) => {
      text += piece.toString('latin1');
    });
    socket.on('error', done).on('close', done);
    socket.on(secure ? 'secureConnect' : 'connect', () => socket.write(request));
  });
}

const post = (path: string, body: string, method = 'POST') =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** What an attacker on a machine of the network sends first: rewrite the configuration, read the agreed state, sign in. */
const takeover = post('/config', '{"postgresql":{"parameters":{"archive_command":"id"}}}', 'PATCH');
const readAll = post('/v3/kv/range', '{"key":"AA==","range_end":"AA=="}');

/** Attacks every port of the cluster without a certificate. @returns the attacks that got an answer, with it */
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
  const answered: string[] = [];
  for (const { what, port, request } of web) {
    for (const secure of [false, true]) {
      const text = await ask(port, secure, request);
      // Go and Python may say in clear text that they expect TLS; anything else is an answer.
      if (text !== '' && !/^HTTP\/1\.0 400 .*\r\n\r\nClient sent an HTTP request to an HTTPS server/s.test(text))
        answered.push(`${what}${secure ? ' over TLS' : ''}: ${text.slice(0, 80)}`);
    }
  }
  const databases = [...cluster.nodes.map(({ name, port }) => [name, port] as const), ...Object.entries(cluster.ports)];
  for (const [name, port] of databases.filter(([name]) => name !== 'front')) {
    for (const user of ['postgres', 'replicator', 'rewinder', 'tidemark_owner', 'tidemark_app']) {
      for (const mode of ['disable', 'no-verify']) {
        // Even who knows the password.
        const url = `postgres://${user}:secret@127.0.0.1:${port}/tidemark?sslmode=${mode}`;
        const got = await query(url, 'select 1').then(
          () => true,
          () => false,
        );
        if (got) answered.push(`${name} as ${user}, sslmode=${mode}`);
      }
    }
  }
  const tapped = await execute('psql', [
    `host=127.0.0.1 port=${cluster.nodes[0]?.port} user=replicator password=secret replication=true sslmode=require`,
    ...['-c', 'IDENTIFY_SYSTEM'],
  ]).catch(() => null);
  if (tapped) answered.push(`replication: ${tapped.stdout}`);
  return answered;
}
