import { demoPassword, demoPeople } from '#server/core/demo-people.ts';
import { type Env, parseEnv } from '#server/core/env.ts';
import { describeError } from '#server/core/operator-errors.ts';
import { StartError } from '#server/listen.ts';
import { startServer } from '#server/start.ts';
import { StopError } from '#server/stop-in-time.ts';

const duplicateSignalMs = 2_000;

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(error: unknown): never {
  process.stderr.write(`${describeError(error, [StartError, StopError])}\n`);
  process.exit(1);
}

/** Prints all addresses in one write, so that no log line splits them. */
function printAddresses(env: Env): void {
  const lines = [`Site         ${env.origin}`, `API          ${env.origin}/api/docs`];
  if (env.demo) {
    if (!env.smtp) lines.push(`Mailbox      ${env.origin}/dev/mailbox`);
    if (!env.bridge) lines.push(`Platform     ${env.origin}/dev/platform`);
    lines.push(`Database     ${env.databaseUrl ? 'PostgreSQL' : env.dataDir}`);
    lines.push('', `Demo users, password ${demoPassword}:`, ...demoPeople.map(({ email }) => `  ${email}`));
  }
  print(['', ...lines.map((line) => (line === '' ? '' : `  ${line}`)), ''].join('\n'));
}

function warnOfMissingSettings(env: Env): void {
  if (!env.production) return;
  if (!env.stripe) print('STRIPE_SECRET_KEY is not set: customers can’t buy anything.');
  if (!env.smtp) print('SMTP_URL is not set: this server sends no email.');
  if (env.simulatedPlatform) print('PLATFORM_BRIDGE_URL is not set: accounts open on the simulated platform.');
  else if (!env.bridge) print('PLATFORM_BRIDGE_URL is not set: no accounts can open.');
}

async function main(): Promise<void> {
  const env = parseEnv(process.env);
  const running = await startServer(env);

  let stopRequestedAt: number | undefined;
  const stop = () => {
    if (stopRequestedAt !== undefined) {
      // npm may forward a Ctrl-C that the terminal already sent; a later one exits at once.
      if (Date.now() - stopRequestedAt > duplicateSignalMs) process.exit(1);
      return;
    }
    stopRequestedAt = Date.now();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The `npm start` that launched this process has exited.
  process.on('disconnect', stop);

  // A program that reads the addresses may stop the server at once.
  warnOfMissingSettings(env);
  printAddresses(env);
}

// After an uncaught error the state is unknown, so exit and let the supervisor restart.
process.on('unhandledRejection', fail);
process.on('uncaughtException', fail);

main().catch(fail);
