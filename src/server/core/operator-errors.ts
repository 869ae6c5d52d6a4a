import { DataDirError } from './database/connect.ts';
import { WrongKeyError } from './database/key-canary.ts';
import { FolderLockedError } from './database/lock.ts';
import { MigrationError } from './database/migrate.ts';
import { UnreachableDatabaseError } from './database/open-database.ts';
import { EnvError } from './env-read.ts';

type ErrorClass = new (message: string) => Error;

const operatorErrors: readonly ErrorClass[] = [
  EnvError,
  DataDirError,
  FolderLockedError,
  UnreachableDatabaseError,
  MigrationError,
  WrongKeyError,
];

/**
 * Whether an error's message is one line that tells the operator what to do.
 * @param others further classes whose messages are
 */
export function isOperatorError(error: unknown, others: readonly ErrorClass[] = []): error is Error {
  return [...operatorErrors, ...others].some((kind) => error instanceof kind);
}

/** An operator error's one line; a stack trace of anything else. */
export function describeError(error: unknown, others: readonly ErrorClass[] = []): string {
  if (isOperatorError(error, others)) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
