import { createAccess, unlocked } from '../core/access.ts';
import { Pending, Refused } from '../core/adapter.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { type Accounts, permissions, statuses } from './accounts.ts';
import { type Rest, rowsOf } from './rest.ts';
import type { VolumetricaSettings } from './settings.ts';

/** Between two attempts to close what is still open: a closed market fills nothing. */
const flattenAgainMs = 30_000;

export function createVolumetricaAccess(
  rest: Rest,
  accounts: Accounts,
  { halts, personalStops }: VolumetricaSettings['open'],
  parts: CoreParts,
) {
  const { clock } = parts;
  const askedAt = new Map<string, number>();

  async function flatten(accountId: string, reason: string): Promise<void> {
    const { vendorId } = accounts.get(accountId);
    askedAt.set(accountId, clock.now());
    try {
      await accounts.permit(vendorId, permissions.readOnly, reason, true);
    } catch (error) {
      // The vendor's own rules have been faster.
      const isOff = error instanceof Refused && (await accounts.readInfo(vendorId))['status'] !== statuses.enabled;
      if (!isOff) throw error;
    }
    await rest.send('POST', '/Trading/CancelOrder', { accountId: vendorId, orderId: null });
    await rest.send('POST', '/Trading/FlatPosition', { accountId: vendorId, contractId: null });
  }

  async function lock(accountId: string, reason: string): Promise<void> {
    const { vendorId } = accounts.get(accountId);
    const isLocked = async () => {
      const { tradingPermission, status } = await accounts.readInfo(vendorId);
      return tradingPermission === permissions.readOnly || status !== statuses.enabled;
    };
    if (await isLocked()) return;
    await accounts.permit(vendorId, permissions.readOnly, reason);
    if (!(await isLocked())) throw new Error('the vendor doesn’t show the lock yet');
  }

  /** An account that the vendor's own rules have failed must be enabled again. */
  async function unlock(accountId: string, reason: string): Promise<void> {
    const { vendorId } = accounts.get(accountId);
    const { status } = await accounts.readInfo(vendorId);
    if (status !== statuses.enabled)
      await rest.send('POST', '/TradingAccount/Enable', {
        ...{ accountId: vendorId, tradingPermission: permissions.trading },
      });
    await accounts.permit(vendorId, permissions.trading, reason);
  }

  return createAccess(
    {
      async order(accountId, what, reason) {
        if (what === 'flatten') return flatten(accountId, reason);
        if (what === 'lock') return lock(accountId, reason);
        if (what === 'normal') return unlock(accountId, reason);
        return accounts.permit(accounts.get(accountId).vendorId, permissions.liquidateOnly, reason);
      },
      async isFlat(accountId) {
        const { positions } = await accounts.readInfo(accounts.get(accountId).vendorId);
        if (rowsOf(positions).every((row) => row['quantity'] === 0)) return true;
        if (clock.now() >= (askedAt.get(accountId) ?? 0) + flattenAgainMs) await flatten(accountId, 'not flat yet');
        return false;
      },
      isOwnLock: (state) => state !== unlocked,
      async stop(accountId, limits) {
        // Which trades the vendor would count isn't known, so that limit is the site's.
        const personalStop = personalStops === 'rule' && limits ? { ...limits, trades: null } : null;
        await accounts.restrict(accountId, { personalStop });
      },
      async halt(accountId, instruments) {
        if (halts === 'person' && instruments.length > 0)
          throw new Pending(`a person must halt ${instruments.join(', ')} at the vendor`, 'person');
        if (halts === 'rule') await accounts.restrict(accountId, { halted: instruments.toSorted() });
      },
    },
    parts,
  );
}
