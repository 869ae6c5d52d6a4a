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

function greet(env: Env): void {
  say('');
  say(`  Site         ${env.origin}`);
  say(`  API          ${env.origin}/api/docs`);
  if (env.demo) {
    if (!env.smtp) say(`  Mailbox      ${env.origin}/dev/mailbox`);
    say(`  Database     ${env.databaseUrl ? 'PostgreSQL' : env.dataDir}`);
    say('');
    say(`  Demo people, password ${demoPassword}:`);
    for (const { email } of demoPeople) say(`    ${email}`);
  }
  say('');
}

function warnOfGaps(env: Env): void {
  if (!env.production) return;
  if (!env.stripe) say('STRIPE_SECRET_KEY is not set: nothing can be bought.');
  if (!env.smtp) say('SMTP_URL is not set: no mail leaves this server.');
  if (!env.bridge) say('PLATFORM_BRIDGE_URL is not set: accounts are opened on the simulated platform.');
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
}

// After an error that nobody caught the state of the process is unknown; whoever runs it starts it again.
process.on('unhandledRejection', fail);
process.on('uncaughtException', fail);

main().catch(fail);
