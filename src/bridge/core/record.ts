import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';

const secretNames = /pass|token|secret|^sec$|^cid$|ticket|key/i;
const personNames = /^(?:email|name|firstName|lastName|fullName|comment|address|phone)$/;

/** Replaces secrets, and people's names with a stand-in that is the same for the same name. */
export function mask(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => mask(each, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mask(each, key)]));
  if (secretNames.test(name)) return '•••';
  if (personNames.test(name)) return createHash('sha256').update(String(value)).digest('hex').slice(0, 8);
  return value;
}

/** Appends what the platform and the bridge say to each other, masked, for a report to the vendor or a new test. */
export function createRecorder(path: string | undefined, now: () => number) {
  return (direction: 'in' | 'out', what: string, message: unknown): void => {
    if (path === undefined) return;
    appendFileSync(path, `${JSON.stringify({ at: now(), direction, what, message: mask(message) })}\n`, {
      mode: 0o600,
    });
  };
}

export type Record = ReturnType<typeof createRecorder>;
