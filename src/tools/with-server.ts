import { getCatalog } from '../content/catalog.ts';
import { createServer } from '../server/create-server.ts';
import { connectEmbedded, connectPostgres } from '../server/db/connect.ts';
import { WrongKeyError } from '../server/db/key-canary.ts';
import { FolderLockedError } from '../server/db/lock.ts';
import type { Deps } from '../server/deps.ts';
import { EnvError, parseEnv } from '../server/env.ts';
import { say, stop } from './console.mjs';

type OperatorErrorClass = new (message: string) => Error;

/**
 * Runs an operator's task against the server's database and prints its result; exits if it fails.
 * @param taskError errors of this class print only their message
 */
export async function withServer(task: (deps: Deps) => Promise<string>, taskError: OperatorErrorClass): Promise<void> {
  const operatorErrors = [EnvError, FolderLockedError, WrongKeyError, taskError];
  try {
    const env = parseEnv(process.env);
    const connection = await (env.databaseUrl
      ? connectPostgres(env.databaseUrl, { maxConnections: 4 })
      : connectEmbedded({ dataDir: env.dataDir }));
    const { deps, close } = await createServer({ env, catalog: getCatalog(), connection, recurring: false });
    try {
      say(await task(deps));
    } finally {
      await close();
    }
  } catch (error) {
    const isPlain = operatorErrors.some((kind) => error instanceof kind);
    stop(isPlain && error instanceof Error ? error.message : String(error instanceof Error ? error.stack : error));
  }
}
