import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually } from '../../support/eventually.ts';

/** Whether a program is installed on the system. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['version'], { stdio: 'ignore' }).error === undefined;
}

/** A folder with a self-signed certificate. */
export function makeCertificate(name: string): { folder: string; clean: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-proxy-'));
  mkdirSync(join(folder, 'log'));
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const names = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  execFileSync('openssl', [...request, ...names, ...files], { stdio: 'ignore' });
  return { folder, clean: () => rmSync(folder, { recursive: true, force: true }) };
}

type NginxPorts = { readonly plain: number; readonly secure: number; readonly copies: readonly [number, number] };

/** deploy/nginx.conf with ports, copies and a certificate of the test's. @returns the file */
export function writeNginxConfig(folder: string, name: string, { plain, secure, copies }: NginxPorts): string {
  const site = readFileSync('deploy/nginx.conf', 'utf8')
    .replace('server app-a:8000 ', `server 127.0.0.1:${copies[0]} `)
    .replace('server app-b:8000 ', `server 127.0.0.1:${copies[1]} `)
    .replaceAll(/listen (\[::\]:)?(80|443)\b/g, (_, v6, port) => {
      return `listen ${v6 ? '[::1]' : '127.0.0.1'}:${port === '80' ? plain : secure}`;
    })
    .replaceAll('/var/log/nginx/', `${folder}/log/`)
    .replaceAll(`/etc/ssl/${name}/`, `${folder}/`);
  return writeNginxFile(folder, site);
}

/** A file for nginx that serves `http` and writes only in its folder, so that everybody can run it. @returns the file */
export function writeNginxFile(folder: string, http: string): string {
  const file = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  const main = `${user}daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr;`;
  writeFileSync(file, `${main}\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${http}}\n`);
  return file;
}

/** Starts nginx with such a file. */
export const startNginx = (file: string, port: number) =>
  startProxy('nginx', ['-e', 'stderr', '-p', dirname(file), '-c', file], port);

async function canConnect(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', () => done(false));
  });
}

/** Starts a proxy and waits until it listens. @throws with its output if it exits first */
export async function startProxy(
  program: string,
  args: readonly string[],
  port: number,
  env: Record<string, string> = {},
): Promise<{ output: () => string; stop: () => Promise<void> }> {
  let output = '';
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  const requireListener = async () => {
    if (!(await canConnect(port))) throw new Error('nobody listens');
  };
  await Promise.race([
    eventually(program, requireListener),
    ended.then(() => {
      throw new Error(`${program} ended:\n${output}`);
    }),
  ]);
  return {
    output: () => output,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
