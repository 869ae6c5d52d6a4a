import { type DestinationStream, type Logger, pino } from 'pino';
import type { Env } from './env.ts';

/** Values of these never reach a log. An error's own `code` does: it says what went wrong. */
const secretPaths = [
  'code',
  ...['password', 'token', 'authorization', 'email', 'recipient', 'captcha', 'secret'].flatMap((name) => [
    name,
    `*.${name}`,
  ]),
];

/** Errors of mail servers and databases name in their sentences whom they are about. */
const addresses = /[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g;
/** Our tokens have 43 letters or more; ids of requests and rows have 22. */
const tokens = /(?<![\w-])[\w-]{43,}(?![\w-])/g;

export function createLog(env: Pick<Env, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: env.logLevel,
    redact: { paths: secretPaths, censor: '[hidden]' },
    base: null,
    hooks: { streamWrite: (line: string) => line.replace(addresses, '[address]').replace(tokens, '[token]') },
  };
  return destination ? pino(options, destination) : pino(options);
}
