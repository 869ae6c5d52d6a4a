import type { AccountEvent } from '../../../domain/account/events.ts';
import type { AccountRules } from '../../../domain/rules/types.ts';
import type { PlatformName } from '../../db/columns.ts';
import type { AccountAccess } from '../../db/schema.ts';

export type AccountSelection = {
  /** Ours; asking twice with the same id gives the same account. */
  readonly accountId: string;
  readonly platform: PlatformName;
  readonly rules: AccountRules;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
};

export type PlatformAccount = {
  readonly platformAccountId: string;
  readonly user: string;
  readonly secret: string;
};

/** An event as the platform delivers it: at least once, `sourceId` unique within the account. */
export type DeliveredEvent = { readonly sourceId: string; readonly event: AccountEvent };

/** An account that is open on the platform. */
export type PlatformAccountRef = {
  readonly accountId: string;
  readonly platform: PlatformName;
  readonly platformAccountId: string;
};

/** Where accounts are opened and events come from: the bridge beside Rithmic or dxFeed, or the simulated one. */
export type Platform = {
  readonly name: 'bridge' | 'simulated';
  openAccount(wanted: AccountSelection): Promise<PlatformAccount>;
  /** Puts an account back to its starting balance. The same `requestId` does it once. */
  resetAccount(account: PlatformAccountRef, requestId: string): Promise<void>;
  /** Says what an account may do from now on, the whole of it each time. Of two messages the higher revision counts. */
  setAccess(account: PlatformAccountRef, access: AccountAccess, revision: number): Promise<void>;
  /** Takes an account out of trading, for good. Doing it again changes nothing. */
  closeAccount(account: PlatformAccountRef): Promise<void>;
};
