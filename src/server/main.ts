import { FolderLockedError } from './db/lock.ts';
import { type Env, EnvError, parseEnv } from './env.ts';
import { demoPassword, demoPeople } from './seed/people.ts';
import { StartError, startServer } from './start.ts';

const sameSignalMs = 2_000;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(error: unknown): never {
  const isPlain = error instanceof EnvError || error instanceof FolderLockedError || error instanceof StartError;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${isPlain ? error.message : text}\n`);
  process.exit(1);
}

/** Where to look, in one piece, so that no log line stands in between. */
function greet(env: Env): void {
  const lines = [`Site         ${env.origin}`, `API          ${env.origin}/api/docs`];
  if (env.demo) {
    if (!env.smtp) lines.push(`Mailbox      ${env.origin}/dev/mailbox`);
    if (!env.bridge) lines.push(`Platform     ${env.origin}/dev/platform`);
    lines.push(`Database     ${env.databaseUrl ? 'PostgreSQL' : env.dataDir}`);
    lines.push('', `Demo users, password ${demoPassword}:`, ...demoPeople.map(({ email }) => `  ${email}`));
  }
  say(['', ...lines.map((line) => (line === '' ? '' : `  ${line}`)), ''].join('\n'));
}

function warnOfGaps(env: Env): void {
  if (!env.production) return;
  if (!env.stripe) say('STRIPE_SECRET_KEY is not set: customers can’t buy anything.');
  if (!env.smtp) say('SMTP_URL is not set: this server sends no email.');
  if (env.simulatedPlatform) say('PLATFORM_BRIDGE_URL is not set: accounts open on the simulated platform.');
  else if (!env.bridge) say('PLATFORM_BRIDGE_URL is not set: no accounts can open.');
}

async function main(): Promise<void> {
  const env = parseEnv(process.env);
  const running = await startServer(env);
  warnOfGaps(env);
  greet(env);

  let askedAt: number | undefined;
  const stop = () => {
    if (askedAt !== undefined) {
      // One Ctrl-C arrives twice where npm passes on what the terminal has sent already; a later one means now.
      if (Date.now() - askedAt > sameSignalMs) process.exit(1);
      return;
    }
    askedAt = Date.now();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Started by `npm start`, which has died.
  process.on('disconnect', stop);
}

// After an error that nobody caught the state of the process is unknown; whoever runs it starts it again.
process.on('unhandledRejection', fail);
process.on('uncaughtException', fail);

main().catch(fail);
