import { type DestinationStream, type Logger, pino } from 'pino';
import type { Env } from './env.ts';
import { createErrorSerializer } from './log-errors.ts';
import { findWork } from './work-context.ts';

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
