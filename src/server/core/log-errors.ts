import { pino, type SerializedError } from 'pino';
import { isDatabaseUnavailable } from './database/timeouts.ts';

const periodMs = 10 * 60_000;
/** Enough for the distinct errors of an outage. */
const maxKnown = 500;
const comparedFrames = 4;

type Known = { readonly loggedAt: number; repeated: number };

/**
 * What an error has in common with the same one later: its class and where it arose, as messages hold ids. An outage of
 * the database is one cause wherever it is noticed.
 */
function identify(error: Error, { type, stack = '' }: SerializedError): string {
  if (isDatabaseUnavailable(error)) return 'the database';
  const frames = stack.split('\n').filter((line) => line.startsWith('    at '));
  return [type, ...frames.slice(0, comparedFrames)].join('\n');
}

/**
 * Writes an error's stack trace once in ten minutes, and then how often it was left out; each line has class and
 * message. An outage would otherwise fill the disk with the same traces.
 * @param now in milliseconds
 */
export function createErrorSerializer(now: () => number): (error: Error) => object {
  const known = new Map<string, Known>();
  return (error) => {
    const serialized = pino.stdSerializers.err(error);
    if (!(error instanceof Error)) return serialized;
    const key = identify(error, serialized);
    const last = known.get(key);
    if (last && now() - last.loggedAt < periodMs) {
      last.repeated += 1;
      const { type, message } = serialized;
      return { type, message };
    }
    known.delete(key);
    const [oldest] = known.keys();
    if (known.size >= maxKnown && oldest !== undefined) known.delete(oldest);
    known.set(key, { loggedAt: now(), repeated: 0 });
    return last && last.repeated > 0 ? { ...serialized, repeated: last.repeated } : serialized;
  };
}
