import { getCatalog } from '../content/catalog.ts';
import { roles } from '../contract/access.ts';
import { createServer } from '../server/create-server.ts';
import { connectEmbedded, connectPostgres } from '../server/db/connect.ts';
import { WrongKeyError } from '../server/db/key-canary.ts';
import { FolderLockedError } from '../server/db/lock.ts';
import type { Deps } from '../server/deps.ts';
import { EnvError, parseEnv } from '../server/env.ts';
import { verifyAudit } from '../server/services/audit/verify.ts';
import { appointStaff } from '../server/services/person/appoint.ts';
import { OperatorError } from '../server/services/twofactor/reset-by-operator.ts';
import { say, stop } from './console.mjs';

const [, , task = '', ...given] = process.argv;
const [first = ''] = given;
const option = (name: string) => given[given.indexOf(name) + 1] as string | undefined;

async function appoint(deps: Deps): Promise<string> {
  const role = roles.find((each) => given.includes('--role') && each === option('--role'));
  if (!first.includes('@') || !role) {
    throw new OperatorError(
      `usage: npm run staff:appoint -- <address> --role <${roles.join('|')}> [--by <an administrator’s address>]`,
    );
  }
  const operatorEmail = given.includes('--by') ? option('--by') : undefined;
  const outcome = await appointStaff(deps, { email: first, role, operatorEmail });
  return outcome === 'added'
    ? `${first} has the role ${role} now`
    : `${first} gets a link by mail to choose a password`;
}

async function verify(deps: Deps): Promise<string> {
  const [number, hash] = first.split(':');
  const verdict = await verifyAudit(deps, number && hash ? { number: Number(number), hash } : undefined);
  if (!verdict.intact) throw new OperatorError(`the audit log is not as it was written: ${verdict.problem}`);
  const { head, erased } = verdict;
  const note = erased === 0 ? '' : `, of which ${erased} sign-ins were deleted after a year`;
  return `the audit log is intact: ${head.number} entries${note}\nkeep this elsewhere and give it next time: ${head.number}:${head.hash}`;
}

const tasks: Readonly<Record<string, (deps: Deps) => Promise<string>>> = { appoint, verify };
const plainErrors = [EnvError, FolderLockedError, WrongKeyError, OperatorError];
const run = tasks[task];
if (!run) stop(`usage: npm run staff:appoint, or npm run audit:verify`);
try {
  const env = parseEnv(process.env);
  const connection = await (env.databaseUrl
    ? connectPostgres(env.databaseUrl, { maxConnections: 4 })
    : connectEmbedded({ dataDir: env.dataDir }));
  const { deps, close } = await createServer({ env, catalog: getCatalog(), connection, recurring: false });
  try {
    say((await run?.(deps)) ?? '');
  } finally {
    await close();
  }
} catch (error) {
  const isPlain = plainErrors.some((kind) => error instanceof kind);
  stop(isPlain && error instanceof Error ? error.message : String(error instanceof Error ? error.stack : error));
}
