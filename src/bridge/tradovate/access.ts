import { noDayLimits } from '#shared/accounts/personal-stop/personal-stop.ts';
import { createAccess, type LockOrder, unlocked } from '../core/access.ts';
import { Pending } from '../core/adapter.ts';
import type { Row } from '../core/answers.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import type { Accounts } from './accounts.ts';
import type { Rest } from './rest.ts';
import type { TradovateSettings } from './settings.ts';

const adminActions = {
  flatten: 'LiquidateImmediately',
  lock: 'LockTradingImmediately',
  'close-only': 'LiquidateOnlyModeImmediately',
  normal: unlocked,
} as const satisfies Readonly<Record<LockOrder, string>>;

/** Between two questions whether an account is flat after all. */
const askAgainMs = 5_000;

export function createTradovateAccess(
  rest: Rest,
  accounts: Accounts,
  { personalStops }: TradovateSettings['open'],
  /** Whether an account seems flat, as far as the stream is complete. */
  seemsFlat: (vendorId: number) => boolean,
  parts: CoreParts,
) {
  const { clock } = parts;
  const askedAt = new Map<number, number>();

  /** The stream may be behind the liquidation, so positions are read back; only once it seems flat, to ask rarely. */
  async function isFlat(accountId: string): Promise<boolean> {
    const { vendorId } = accounts.get(accountId);
    if (!seemsFlat(vendorId) || clock.now() < (askedAt.get(vendorId) ?? 0) + askAgainMs) return false;
    const rows = await rest.list(`/position/deps?masterid=${vendorId}`);
    const isSure = rows.every((row) => row['netPos'] === 0);
    if (isSure) askedAt.delete(vendorId);
    else askedAt.set(vendorId, clock.now());
    return isSure;
  }

  const access = createAccess(
    {
      order: (accountId, what, reason) =>
        accounts.setAction(accounts.get(accountId).vendorId, adminActions[what], reason),
      isFlat,
      isOwnLock: (state) => !Object.values<string>(adminActions).includes(state),
      async stop(accountId, limits) {
        const own = personalStops === 'vendor' && limits ? { ...limits, trades: null } : noDayLimits;
        await accounts.holdOwn(accountId, own);
      },
      async halt(_accountId, instruments) {
        if (instruments.length > 0)
          throw new Pending(`a person must halt ${instruments.join(', ')} at the vendor`, 'person');
      },
    },
    parts,
  );

  return {
    ...access,
    onRiskStatus(status: Row): void {
      const accountId = accounts.idOf(Number(status['accountId'] ?? status['id']));
      if (accountId === undefined) return;
      const adminAction = String(status['adminAction'] ?? unlocked);
      // The time since when; a public client knew it as `true`.
      const isClosingOnly = Boolean(status['liquidateOnly']);
      const state = adminAction === unlocked && isClosingOnly ? 'liquidateOnly' : adminAction;
      const floor = Number(status['minNetLiq']);
      const floorCents = Number.isFinite(floor) ? Math.round(floor * 100) : null;
      access.onVendorLock(accountId, { state, floorCents, equityCents: null });
    },
  };
}
