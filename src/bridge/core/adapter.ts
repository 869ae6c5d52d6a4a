import type { AccountRules } from '#shared/accounts/model.ts';
import type { PendingReason } from '#shared/accounts/opening.ts';
import type { DayLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import type { PlatformCapability } from '#shared/accounts/platform-capabilities.ts';
import type { PlatformName } from '#shared/catalog/platforms.ts';

/** The request can't be carried out yet; the site asks again. */
export class Pending extends Error {
  readonly reason: PendingReason;
  readonly until: number | null;

  constructor(message: string, reason: PendingReason, until: number | null = null) {
    super(message);
    this.reason = reason;
    this.until = until;
  }
}

/** The platform refuses the request for a reason that a person must solve. */
export class Refused extends Error {}

/** The platform doesn't accept our credentials, so it has done nothing. */
export class Unauthorized extends Error {}

export type OpenRequest = {
  readonly accountId: string;
  readonly rules: AccountRules;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** ISO 3166 and ISO 639 codes. */
  readonly country?: string | null;
  readonly locale?: string;
};

export type Opened = { readonly platformAccountId: string; readonly user: string; readonly secret: string };

export type AccessRequest = {
  readonly revision: number;
  readonly trading: boolean;
  readonly flatten?: boolean;
  readonly until?: number | null;
  readonly reason?: string;
  readonly marketData?: readonly string[];
  readonly haltedInstruments?: readonly string[];
  /** The trader's own limits of the day; missing if there are none, or from an older site. */
  readonly personalStop?: DayLimits;
};

/** How the connection to the platform stands. Heartbeats are sent only while every event has arrived. */
export type Standing = {
  readonly isSynced: boolean;
  readonly feedLagMs: number;
  readonly maintenanceUntil: number | null;
  /** Why it isn't synced, for an operator, where waiting won't help. */
  readonly problem?: string | undefined;
};

export type PositionReport = { readonly instrument: string; readonly month: string; readonly quantity: number };

export type BalanceReport = {
  readonly accountId: string;
  readonly at: number;
  readonly balanceCents: number;
  readonly positions: readonly PositionReport[];
};

export type TaskKind = 'open-account' | 'reset-account' | 'set-access' | 'transfer-money' | 'close-account';

/** What a person must find out or do at the platform, until they have said so at the command line. */
export type BridgeTask = {
  readonly id: string;
  readonly accountId: string;
  readonly kind: TaskKind;
  readonly text: string;
  /** What confirms it at the command line. */
  readonly command: string;
  /** UTC ms. */
  readonly requestedAt: number;
};

/** What connects one platform. The core around it talks to the site. Each action may be repeated after a crash. */
export type Adapter = {
  readonly platform: PlatformName;
  readonly capabilities: readonly PlatformCapability[];
  /** Connects, and keeps connected until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  standing(): Standing;
  /** Takes a message that the platform sends by itself, to `/webhook`. @returns the status of the answer */
  receive?(headers: Readonly<Record<string, string | readonly string[] | undefined>>, body: string): number;
  open(request: OpenRequest): Promise<Opened>;
  reset(accountId: string, requestId: string): Promise<void>;
  /** Whether the permissions are already effective; if not, an event says so later. */
  setAccess(accountId: string, access: AccessRequest): Promise<{ readonly effective: boolean }>;
  transfer(accountId: string, amountCents: number, requestId: string): Promise<{ readonly transferredAt: number }>;
  close(accountId: string): Promise<void>;
  tasks(): readonly BridgeTask[];
  /** A person has done a task. @throws {Refused} if there is no such task; missing where the bridge does everything */
  confirmTask?(id: string): void;
  /** A person has looked whether a transfer in doubt was made; if not, it is repeated. @throws {Refused} if none is */
  settleTransfer(id: string, isMade: boolean): void;
  /** Of accounts that have been quiet for some seconds, so that nothing is on its way. */
  balances(): Promise<readonly BalanceReport[]>;
  /** What an operator should know: each check in a sentence, true if it is fine. */
  examine(): Promise<readonly (readonly [isFine: boolean, sentence: string])[]>;
};
