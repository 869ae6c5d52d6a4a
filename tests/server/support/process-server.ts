import { pino } from 'pino';
import { readCatalog } from '#content/catalog.ts';
import { connectEmbedded, connectPostgres } from '#server/core/database/connect.ts';
import { parseEnv } from '#server/core/env.ts';
import { createServer } from '#server/create-server.ts';
import { type Death, dieAtCommit } from './die-at-commit.ts';

/** What a separate process needs to run a server on the test's database; its command-line argument, as JSON. */
export type ProcessRun = {
  readonly dataDir: string;
  readonly appSecret: string;
  readonly databaseUrl?: string | undefined;
  /** The server's clock runs from `from` to the end time, frame by frame. */
  readonly from: number;
  readonly until: number;
  readonly dieAt?: Death | undefined;
};

export function readRun<Run extends ProcessRun>(): Run {
  return JSON.parse(process.argv[2] ?? '') as Run;
}

/** A server whose clock moves only by `runFrames`. */
export async function openProcessServer(run: ProcessRun) {
  if (run.dieAt) dieAtCommit(run.dieAt);
  let now = run.from;
  const connection = await (run.databaseUrl
    ? connectPostgres(run.databaseUrl)
    : connectEmbedded({ dataDir: run.dataDir }));
  const { deps, close } = await createServer({
    env: parseEnv({ DATA_DIR: run.dataDir, LOG_LEVEL: 'silent', DEMO: '1', APP_SECRET: run.appSecret }),
    catalog: readCatalog(),
    connection,
    clock: () => new Date(now),
    log: pino({ level: 'silent' }),
    recurring: false,
  });
  async function runFrames(runFrame: () => Promise<unknown>): Promise<void> {
    for (; now <= run.until; now += 250) await runFrame();
  }
  return { deps, close, runFrames };
}
