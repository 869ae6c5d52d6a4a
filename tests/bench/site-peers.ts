import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '../support/ports.ts';
import { onEnd } from './clean-up.ts';
import { openFolder } from './servers.ts';

export type Peer = { readonly name: string; readonly origin: string };

function runNode(script: string, ...parameters: string[]): ChildProcess {
  const child = spawn(process.execPath, ['-e', script, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: 'tests/bench',
  });
  onEnd(() => child.kill('SIGKILL'));
  return child;
}

async function originOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('the server has no output');
  const [port] = await once(stdout, 'data');
  return `http://127.0.0.1:${port}`;
}

const listen = `.listen(0, '127.0.0.1', function () { process.stdout.write(String(this.address().port)); });`;

/** The least that a server in Node can do: it sends one body, without a look at the request. */
export async function startPlain(file: string): Promise<Peer> {
  const script = `
    const body = require('node:fs').readFileSync(process.argv[1]);
    require('node:http').createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': body.length }).end(body);
    })${listen}`;
  return { name: 'node:http alone', origin: await originOf(runNode(script, resolve(file))) };
}

export async function startSirv(): Promise<Peer> {
  const script = `
    const serve = require('sirv')(process.argv[1], { gzip: true, brotli: true, etag: true, extensions: ['html'] });
    require('node:http').createServer((request, response) => serve(request, response))${listen}`;
  return { name: 'sirv', origin: await originOf(runNode(script, resolve('dist'))) };
}

const nginxPlaces = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];

/** One worker, as each of the others has one; undefined if nginx isn't installed or doesn't run here. */
export async function startNginx(): Promise<Peer | undefined> {
  const program = nginxPlaces.find((path) => existsSync(path));
  if (!program) return undefined;
  const [folder, port] = [openFolder('nginx'), await freePort()];
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(join(folder, name));
    return `${name}_temp_path ${join(folder, name)};`;
  });
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${join(folder, 'pid')};
     error_log stderr crit; events { worker_connections 512; }
     http { access_log off; ${temporary.join(' ')} types { text/html html; } open_file_cache max=1000; sendfile on;
       keepalive_requests 1000000; gzip_static on;
       server { listen 127.0.0.1:${port}; root "${resolve('dist')}"; location / { try_files $uri $uri.html =404; } } }`,
  );
  const child = spawn(program, ['-c', config, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'inherit'] });
  onEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const origin = `http://127.0.0.1:${port}`;
  while (child.exitCode === null) {
    if (await fetch(origin).catch(() => undefined)) return { name: 'nginx', origin };
    await new Promise((next) => setTimeout(next, 50));
  }
  return undefined;
}
