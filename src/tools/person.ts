import { getCatalog } from '../content/catalog.ts';
import { createServer } from '../server/create-server.ts';
import { connectEmbedded, connectPostgres } from '../server/db/connect.ts';
import { WrongKeyError } from '../server/db/key-canary.ts';
import { FolderLockedError } from '../server/db/lock.ts';
import type { Deps } from '../server/deps.ts';
import { EnvError, parseEnv } from '../server/env.ts';
import { endSessionsByOperator } from '../server/services/session/end-by-operator.ts';
import { OperatorError, resetSecondFactor } from '../server/services/twofactor/reset-by-operator.ts';
import { say, stop } from './console.mjs';

type Given = { readonly email: string; readonly operatorEmail: string };

const tasks: Readonly<Record<string, (deps: Deps, given: Given) => Promise<string>>> = {
  'end-sessions': async (deps, given) => {
    await endSessionsByOperator(deps, given);
    return `${given.email} is signed out everywhere and will be told by mail`;
  },
  'reset-second-factor': async (deps, given) => {
    const { step, dueAt } = await resetSecondFactor(deps, given);
    const due = dueAt.toISOString();
    if (step === 'requested') return `requested: another operator approves it with the same command; due ${due}`;
    if (step === 'done') return `${given.email} signs in without a second factor now and will be told by mail`;
    return `approved: run this again at or after ${due}`;
  },
};

const plainErrors = [EnvError, FolderLockedError, WrongKeyError, OperatorError];

const [, , task = '', email = '', by = '', operatorEmail = ''] = process.argv;
const run = tasks[task];
if (!run || email === '' || by !== '--by' || operatorEmail === '') {
  stop(`usage: npm run person:<${Object.keys(tasks).join('|')}> -- <address> --by <your address>`);
}
try {
  const env = parseEnv(process.env);
  const connection = await (env.databaseUrl
    ? connectPostgres(env.databaseUrl, { maxConnections: 4 })
    : connectEmbedded({ dataDir: env.dataDir }));
  const { deps, close } = await createServer({ env, catalog: getCatalog(), connection, recurring: false });
  try {
    say((await run?.(deps, { email, operatorEmail })) ?? '');
  } finally {
    await close();
  }
} catch (error) {
  const isPlain = plainErrors.some((kind) => error instanceof kind);
  stop(isPlain && error instanceof Error ? error.message : String(error instanceof Error ? error.stack : error));
}
