import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const read = (name: string) => readFileSync(`deploy/cluster/${name}`, 'utf8');

test('every port of the cluster takes only who has a certificate', () => {
  const patroni = parse(read('patroni.yaml'), { merge: true });
  expect(patroni.restapi.verify_client).toBe('required');
  expect(patroni.etcd3.protocol).toBe('https');
  expect(patroni.bootstrap.dcs.postgresql.parameters).toMatchObject({ ssl: 'on', ssl_ca_file: expect.any(String) });
  const remote = (patroni.postgresql.pg_hba as string[]).filter((line) => !line.startsWith('local '));
  expect(remote.filter((line) => !/^hostssl .* scram-sha-256 clientcert=verify-(ca|full)$/.test(line))).toEqual([]);
  for (const role of Object.values<{ sslmode: string }>(patroni.postgresql.authentication))
    expect(role.sslmode).toBe('verify-ca');
  for (const name of ['ETCD_CLIENT_CERT_AUTH', 'ETCD_PEER_CLIENT_CERT_AUTH'])
    expect(read('etcd.conf')).toMatch(new RegExp(`^${name}=true$`, 'm'));
  for (const side of ['client', 'server']) expect(read('pgbouncer.ini')).toContain(`${side}_tls_sslmode = verify-ca`);
  expect(read('haproxy.cfg')).toMatch(/default-server .* check-ssl verify required ca-file \S+ crt \S+/);
});

test('certificates are renewed, and those of an authority that was replaced open nothing', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'certificates-')), 'tls');
  const issue = (...args: string[]) => execFileSync('sh', ['deploy/cluster/certificates.sh', folder, ...args]);
  const isTrusted = (certificate: string) =>
    spawnSync('openssl', ['verify', '-purpose', 'sslclient', '-CAfile', join(folder, 'pg1/ca.crt'), certificate])
      .status === 0;
  const own = join(folder, 'pg1/tls.crt');
  const kept = join(folder, 'kept.crt');
  issue('pg1=10.0.0.1', 'pg2=10.0.0.2');
  expect(isTrusted(own)).toBe(true);
  execFileSync('cp', [own, kept]);
  issue('pg1=10.0.0.1', 'pg2=10.0.0.2');
  expect(readFileSync(own, 'utf8')).not.toBe(readFileSync(kept, 'utf8'));
  issue('--new-authority');
  expect([isTrusted(own), isTrusted(kept)]).toEqual([true, true]);
  issue('pg1=10.0.0.1', 'pg2=10.0.0.2');
  issue('--drop-old-authority');
  expect([isTrusted(own), isTrusted(kept)]).toEqual([true, false]);
});
