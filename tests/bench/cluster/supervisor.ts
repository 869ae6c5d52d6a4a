import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export type Program = {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Of the system's user that runs it; ours by default. */
  readonly user?: { readonly uid: number; readonly gid: number };
};

const restartAfterMs = 1_000;

/** Runs a program and starts it again when it ends, as systemd would. */
export class Supervised {
  #program: Program;
  #child: ChildProcess | undefined;
  #keepsRunning = true;
  readonly #folder: string;

  constructor(program: Program, folder: string) {
    this.#program = program;
    this.#folder = folder;
    this.#start();
  }

  #start(): void {
    const { name, command, env, cwd, user } = this.#program;
    const [file, ...args] = command;
    const log = createWriteStream(join(this.#folder, `${name}.log`), { flags: 'a' });
    const child = spawn(file, args, {
      env: { ...process.env, ...env },
      ...(cwd === undefined ? {} : { cwd }),
      ...user,
      // A group of its own, so that a kill also ends what it has started, such as nginx's workers.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    this.#child = child;
    child.once('exit', () => {
      if (this.#keepsRunning) setTimeout(() => this.#keepsRunning && this.#start(), restartAfterMs);
    });
  }

  get name(): string {
    return this.#program.name;
  }

  /** Kills it like a power cut; it starts again. */
  kill(): void {
    const { pid, exitCode, signalCode } = this.#child ?? {};
    if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL');
  }

  /** Ends it for good. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    this.#keepsRunning = false;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    if (signal === 'SIGKILL') this.kill();
    else child.kill(signal);
    const hurry = setTimeout(() => this.kill(), 30_000);
    await ended;
    clearTimeout(hurry);
  }

  /** Ends it gently and starts it, perhaps as another release. */
  async restart(changes: Partial<Program> = {}): Promise<void> {
    await this.stop();
    await this.startAgain(changes);
  }

  async startAgain(changes: Partial<Program> = {}): Promise<void> {
    this.#program = { ...this.#program, ...changes };
    this.#keepsRunning = true;
    this.#start();
  }
}

/** @throws what the last attempt threw, after the given time */
export async function until<Result>(what: string, seconds: number, attempt: () => Promise<Result>): Promise<Result> {
  const deadline = Date.now() + seconds * 1_000;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`${what} took longer than ${seconds} s`, { cause: error });
      await wait(250);
    }
  }
}
