import { type DestinationStream, type Logger, pino, type SerializedError } from 'pino';
import { isDatabaseUnavailable } from './database/timeouts.ts';
import type { Env } from './env.ts';
import { findWork } from './work-context.ts';

const periodMs = 10 * 60_000;

/** Enough for the distinct errors of an outage. */
const maxKnown = 500;

const comparedFrames = 4;

/** Values that never reach a log. An error's own `code` does, because it explains the failure. */
const secretPaths = [
  'code',
  ...['password', 'token', 'authorization', 'email', 'recipient', 'captcha', 'secret'].flatMap((name) => [
    name,
    `*.${name}`,
  ]),
];

/** Error messages of mail servers and databases contain addresses. */
const addresses = /(?<![\w.+%-])[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g;
/** Our tokens have 43 characters or more; request and row ids have 22. */
const tokens = /(?<![\w-])[\w-]{43,}(?![\w-])/g;

/** Each line names the request or job it is part of. @param now in milliseconds */
export function createLog(env: Pick<Env, 'logLevel'>, destination?: DestinationStream, now = Date.now): Logger {
  const options = {
    level: env.logLevel,
    redact: { paths: secretPaths, censor: '[hidden]' },
    base: null,
    mixin: () => ({ ...findWork() }),
    serializers: { err: createErrorSerializer(now) },
    hooks: { streamWrite: (line: string) => line.replace(addresses, '[address]').replace(tokens, '[token]') },
  };
  return destination ? pino(options, destination) : pino(options);
}

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
function createErrorSerializer(now: () => number): (error: Error) => object {
  const known = new Map<string, { readonly loggedAt: number; repeated: number }>();
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
