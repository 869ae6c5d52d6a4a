import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
