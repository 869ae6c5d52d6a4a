import type { AccountEvent } from '../../../domain/account/events.ts';
import type { AccountRules } from '../../../domain/rules/types.ts';
import type { PlatformName } from '../../db/schema.ts';

export type AccountWanted = {
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

/** Where accounts are opened and events come from: the bridge beside Rithmic or dxFeed, or the simulated one. */
export type Platform = {
  readonly name: 'bridge' | 'simulated';
  openAccount(wanted: AccountWanted): Promise<PlatformAccount>;
};
