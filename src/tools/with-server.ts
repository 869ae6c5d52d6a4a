import { getCatalog } from '#content/catalog.ts';
import { openDatabase } from '#server/core/database/open-database.ts';
import type { Deps } from '#server/core/deps.ts';
import { parseEnv } from '#server/core/env.ts';
import { describeError } from '#server/core/operator-errors.ts';
import { createServer } from '#server/create-server.ts';
import { say, stop } from './console.mjs';

type OperatorErrorClass = new (message: string) => Error;

/**
 * Runs an operator's task against the server's database and prints its result; exits if it fails.
 * @param taskError errors of this class print only their message
 */
export async function withServer(task: (deps: Deps) => Promise<string>, taskError: OperatorErrorClass): Promise<void> {
  try {
    const env = parseEnv(process.env);
    const connection = await openDatabase(env, { maxConnections: 4 });
    const { deps, close } = await createServer({ env, catalog: getCatalog(), connection, recurring: false });
    try {
      say(await task(deps));
    } finally {
      await close();
    }
  } catch (error) {
    stop(describeError(error, [taskError]));
  }
}
