const uniqueViolation = '23505';
const lockTimeout = '55P03';
const deadlock = '40P01';
const noPrivilege = '42501';

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;

/** Whether a statement failed because another row has the same unique value. */
export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, uniqueViolation);
}

/** Whether a statement gave up on a lock. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, lockTimeout);
}

/** Whether the role may not do it. */
export function isNotAllowed(error: unknown): boolean {
  return hasCode(error, noPrivilege);
}

/** Whether the database ended a transaction because it and another waited for each other; it may be repeated. */
export function isDeadlock(error: unknown): boolean {
  return hasCode(error, deadlock);
}
