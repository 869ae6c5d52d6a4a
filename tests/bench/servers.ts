import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPassword } from '../../src/server/core/demo-people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { onEnd } from './clean-up.ts';

/** A folder that is deleted after the part. */
export function openFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `tidemark-${name}-`));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The server as it runs in production, with demo data, until the part ends. */
export async function openServer(env: Record<string, string> = {}): Promise<TestServer> {
  const settings = { LOG_LEVEL: 'error', DEMO: '1', TRUST_PROXY: '1', ...env };
  const server = await startServer({ dataDir: openFolder('bench'), env: settings });
  onEnd(() => server.stop());
  return server;
}

/** @returns the token of a demo person */
export async function logIn(origin: string, email = 'trader@example.com'): Promise<string> {
  const answer = await fetch(`${origin}/api/submit_login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: demoPassword }),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (!token) throw new Error(`${email} could not sign in: ${answer.status}`);
  return token;
}

export type Embedded = { readonly origin: string; readonly token: string };

let embedded: Promise<Embedded> | undefined;

/** The demo on its embedded database, shared by the parts that follow one another. */
export function openEmbedded(): Promise<Embedded> {
  const open = async () => {
    const { origin } = await openServer();
    onEnd(() => {
      embedded = undefined;
    });
    return { origin, token: await logIn(origin) };
  };
  embedded ??= open().catch((error: unknown) => {
    embedded = undefined;
    throw error;
  });
  return embedded;
}
