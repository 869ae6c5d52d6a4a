import type { Kysely, Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Logger } from 'pino';
import type { Catalog } from '#content/catalog.ts';
import type { Locale } from '#i18n/locales.ts';
import type { ReadScope, Role } from '#shared/core/access.ts';
import type { Call } from '#shared/core/call.ts';
import type { LimitName } from '#shared/core/limit-names.ts';
import type { Database } from './database/database.ts';
import type { Env } from './env.ts';
import type { Readiness } from './health/readiness.ts';
import type { JobName, JobPayloads } from './jobs/payloads.ts';
import type { MailTemplates } from './mail/layout.ts';
import type { MailValues } from './mail/values.ts';
import type { Load, Telemetry } from './telemetry.ts';
import type { Tracing } from './tracing.ts';

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;

/** Jobs are stored in the same database: a job sent in a transaction exists only if the transaction commits. */
export type Jobs = {
  readonly names: readonly JobName[];
  /**
   * `startAfterSeconds` delays the job; `singletonKey` keeps at most one waiting job per key; jobs of a higher `priority`
   * run first.
   */
  send<Name extends JobName>(
    executor: Db | Trx,
    name: Name,
    payload: JobPayloads[Name],
    options?: { startAfterSeconds?: number; singletonKey?: string | undefined; priority?: number | undefined },
  ): Promise<void>;
};

/** Messages between servers (LISTEN/NOTIFY). Payloads stay below 8,000 bytes. */
export type Bus = {
  publish(executor: Db | Trx, channel: string, payload: string): Promise<void>;
  publishAll(
    executor: Db | Trx,
    messages: readonly { readonly channel: string; readonly payload: string }[],
  ): Promise<void>;
  subscribe(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>;
  /** Listens to every channel whose name starts with the prefix. */
  subscribeAll(prefix: string, listener: (payload: string) => void): Promise<() => Promise<void>>;
};

export type OutgoingMail = {
  recipient: string;
  subject: string;
  text: string;
  html: string;
  messageId: string;
  replyTo?: string | null;
  /** Address that ends the mail's subscription with one POST; null without a subscription. */
  unsubscribeUrl?: string | null;
};

export type Mailer = { send(mail: OutgoingMail): Promise<void> };

export type Captcha = {
  /** A challenge in the widget's format; null if the provider's script creates them. */
  challenge(): Promise<unknown>;
  /** True once per solved challenge; false for anything else. */
  verify(payload: string, ip: string): Promise<boolean>;
};

export type Limits = {
  /** Counts one use. @returns the uses left, if counted. @throws {ServiceError} 429 if the key has reached its limit */
  take(name: LimitName, key: string): Promise<number | undefined>;
  /** Counts one use. @returns whether the key is still within its limit */
  isWithin(name: LimitName, key: string): Promise<boolean>;
  /** Resets a key's count after a success that rules out guessing. */
  forgive(name: LimitName, key: string): Promise<void>;
};

/** Keys of this installation, one per purpose, derived from one root key. */
export type Keys = {
  /** Identifies the root key without revealing it; every encrypted text carries it. */
  readonly id: string;
  /** 32 bytes, always the same for a purpose. */
  derive(purpose: string): Buffer;
};

/** A clock that can be moved forward, so that renewals, releases and deadlines can be lived through. */
export type DemoClock = {
  readonly now: () => Date;
  /** By how much it is ahead of the machine's. */
  readonly aheadMs: () => number;
  /** Passes days one by one, each with everything that it brings. @throws {ServiceError} 409 while days pass already */
  readonly forward: (days: number) => Promise<void>;
};

/** The dependencies of ports: those of services without the ports. */
export type PortContext = {
  env: Env;
  db: Db;
  /** See `Connection`. */
  checkDb: Db;
  catalog: Catalog;
  clock: () => Date;
  /** Delays an answer by milliseconds. */
  wait: (ms: number) => Promise<unknown>;
  /**
   * How the clock and the database's differed when last compared: by how much at least, and by how much the clock was
   * ahead at most, which is exact but for the round trip. In milliseconds.
   */
  clockSkew: { ms: number; aheadMs: number; roundTripMs: number };
  /** Null where the clock is the machine's. */
  demoClock: DemoClock | null;
  readiness: Readiness;
  log: Logger;
  telemetry: Telemetry;
  load: Load;
  /** Null unless traces are on. */
  tracing: Tracing | null;
  /** Those that a database of this version has. */
  migrations: Readonly<Record<string, Migration>>;
  jobs: Jobs;
  bus: Bus;
  limits: Limits;
  keys: Keys;
  /** 32 bytes, from which every day's key of the simulated market derives. */
  marketKey: Buffer;
};

/** What reaches other companies, and what core asks the areas; `firm/ports.ts` adds them. */
export interface Ports {
  mailer: Mailer;
  captcha: Captcha;
  access: Access;
  mailTemplates: MailTemplates<MailValues>;
}

export type Deps = PortContext & Ports;

/** The caller's address, device and language, as determined at the edge. */
export type RequestContext = {
  ip: string;
  /** The rate limit key: an IPv4 address, or the /64 of an IPv6 one. */
  network: string;
  userAgent: string;
  locale: Locale;
  requestId: string;
  /** SHA-256 of the device cookie; null without one. */
  deviceHash: string | null;
};

export type Actor = {
  personId: string;
  sessionId: string;
  email: string;
  verified: boolean;
  roles: readonly Role[];
  hasSecondFactor: boolean;
  /** A view by staff, or a read token. Neither must read secrets that let someone act for the person. */
  onlyReads?: true;
  /** What a read token opens. It makes no other call. */
  readScopes?: readonly ReadScope[];
  /** Someone signed out, with the access that a mailed code opened. */
  isPayoutAccess?: true;
};

/** Who makes a call, and whether they may. */
export type Access = {
  findActor(deps: Deps, token: string): Promise<Actor | null>;
  /** @throws {ServiceError} 401 without a token, 498 with an invalid one, 403 if the call needs other rights */
  getActor(deps: Deps, call: Call, token: string | undefined): Promise<Actor>;
  /** @throws {ServiceError} 403 `own_case` if the call decides about its caller */
  requireOthersCase(deps: Deps, call: Call, actor: Actor, body: unknown): Promise<void>;
  /** Whether a token of someone who only looks makes a call that isn't for looking. */
  isViewOnly(call: Call, token: string | undefined): boolean;
};
