import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from './ports.ts';

export type TestServer = {
  readonly origin: string;
  readonly dataDir: string;
  /** Kills the process immediately, like a power cut. */
  kill(): Promise<void>;
  stop(): Promise<void>;
};

type Options = {
  readonly dataDir: string;
  readonly port?: number;
  readonly env?: Record<string, string>;
  /** Where the server finds content and site; the project by default. */
  readonly cwd?: string;
};

function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => child.once('exit', () => done()));
}

/** Resolves once /api/ready returns 200. @throws with the process's output if it exits first */
async function waitUntilReady(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  let isGone = false;
  void waitForExit(child).then(() => {
    isGone = true;
  });
  while (!isGone) {
    const answer = await fetch(`${origin}/api/ready`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`the server ended:\n${output()}`);
}

/** The server as `npm start` runs it, in its own process and data folder. */
export async function startServer({ dataDir, port, env = {}, cwd }: Options): Promise<TestServer> {
  const ownPort = port ?? (await freePort());
  const origin = `http://localhost:${ownPort}`;
  let output = '';
  const child = spawn(process.execPath, ['src/tools/serve.mjs'], {
    env: { ...process.env, ...env, PORT: String(ownPort), DATA_DIR: dataDir, ORIGIN: origin },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(cwd === undefined ? {} : { cwd }),
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal);
    await waitForExit(child);
  };
  await waitUntilReady(origin, child, () => output).catch(async (error: unknown) => {
    await end('SIGKILL');
    throw error;
  });
  return { origin, dataDir, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}
