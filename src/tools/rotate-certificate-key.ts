import { getCatalog } from '../content/catalog.ts';
import { createServer } from '../server/create-server.ts';
import { connectEmbedded, connectPostgres } from '../server/db/connect.ts';
import { WrongKeyError } from '../server/db/key-canary.ts';
import { FolderLockedError } from '../server/db/lock.ts';
import { EnvError, parseEnv } from '../server/env.ts';
import { rotateSigningKey, SigningKeyError } from '../server/services/certificate/signing-key.ts';
import { say, stop } from './console.mjs';

const plainErrors = [EnvError, FolderLockedError, WrongKeyError, SigningKeyError];

try {
  const env = parseEnv(process.env);
  const connection = await (env.databaseUrl
    ? connectPostgres(env.databaseUrl, { maxConnections: 4 })
    : connectEmbedded({ dataDir: env.dataDir }));
  const { deps, close } = await createServer({ env, catalog: getCatalog(), connection, recurring: false });
  try {
    const { kid } = await rotateSigningKey(deps, 'system');
    say(`certificates are signed with the key ${kid} from now on; earlier keys stay published`);
  } finally {
    await close();
  }
} catch (error) {
  const isPlain = plainErrors.some((kind) => error instanceof kind);
  stop(isPlain && error instanceof Error ? error.message : String(error instanceof Error ? error.stack : error));
}
