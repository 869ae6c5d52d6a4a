import { randomFillSync } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Logger } from 'pino';
import type { Catalog } from '#content/catalog.ts';
import type { Locale } from '#i18n/locales.ts';
import type { ReadScope, Role } from '#shared/core/access.ts';
import type { AuditAction, AuditEntity } from '#shared/core/audit-actions.ts';
import type { Call } from '#shared/core/call.ts';
import type { ErrorCode, StatusOf } from '#shared/core/errors.ts';
import type { LimitName } from '#shared/core/limit-names.ts';
import type { StaffChange } from '#shared/core/staff-changes.ts';
import type { Database } from './database/database.ts';
import type { Keys } from './encryption.ts';
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

/** Errors by field: keys of the `validation` strings, translated at the edge. */
export type FieldProblems = Readonly<Record<string, readonly string[]>>;

/** An expected error with a code of the contract, translated at the edge. No other error reaches the client. */
export class ServiceError<Code extends ErrorCode = ErrorCode> extends Error {
  readonly status: StatusOf<Code>;
  readonly code: Code;
  readonly fields: FieldProblems;
  readonly retryAfterSeconds: number | undefined;
  /** Sent as the envelope's `data`: what the person needs to try again, such as the current price. */
  readonly data: unknown;

  constructor(
    status: StatusOf<Code>,
    code: Code,
    options: { fields?: FieldProblems; retryAfterSeconds?: number; data?: unknown; cause?: unknown } = {},
  ) {
    super(`${status} ${code}`, { cause: options.cause });
    this.name = 'ServiceError';
    this.status = status;
    this.code = code;
    this.fields = options.fields ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.data = options.data ?? null;
  }
}

/** What passes: a condition of this server that operators end and other copies may not have. */
export class TemporaryError extends Error {}

/** @param data what helps the person to try again, such as the remaining attempts */
export function invalid(fields: FieldProblems, data?: object): ServiceError<'invalid'> {
  return new ServiceError(422, 'invalid', { fields, data });
}

/** Arrow functions, so that Kysely's `executeTakeFirstOrThrow` takes them. */
export const notFound = () => new ServiceError(404, 'not_found');
export const conflict = () => new ServiceError(409, 'conflict');

/** Null for what didn't exist before, or no longer exists. */
export type AuditChange = Readonly<Record<string, unknown>> & { readonly before: unknown; readonly after: unknown };

/** Actions whose entries don't have to say what changed. */
export type PlainAction = Exclude<AuditAction, StaffChange>;

/**
 * Call it in the transaction of the change it records.
 * @param by a person, `person:<id>`, `system` or `provider:<name>`
 * @param about what was changed, and its id
 */
export async function writeAudit<Action extends AuditAction>(
  deps: Deps,
  executor: Db | Trx,
  by: Pick<Actor, 'personId'> | string,
  action: Action,
  about: readonly [AuditEntity, id: string],
  ...[details]: [Action] extends [PlainAction] ? [details?: object] : [details: AuditChange]
): Promise<void> {
  const [entity, entity_id] = about;
  const actor = typeof by === 'string' ? by : `person:${by.personId}`;
  const row = { id: newId(), at: deps.clock(), actor, action, entity, entity_id };
  const values = { ...row, details: JSON.stringify(details ?? {}) };
  await executor.insertInto('audit').values(values).execute();
}

const idBytes = 16;
/** Drawn for many ids at once, because each draw costs more than an id. */
const drawn = Buffer.alloc(256 * idBytes);
let used = drawn.length;

/** A URL-safe row id of almost 128 random bits. It never starts with a hyphen, which spreadsheets read as a formula. */
export function newId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const id = drawn.toString('base64url', used, used + idBytes);
  used += idBytes;
  return id.startsWith('-') ? newId() : id;
}
