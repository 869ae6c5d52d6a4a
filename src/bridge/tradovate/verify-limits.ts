import type { AccountRules } from '#shared/accounts/model.ts';
import { Refused } from '../core/adapter.ts';
import type { Row } from '../core/answers.ts';
import type { CoreParts } from '../core/run-bridge.ts';
import { type AutoLiq, findMismatches, holdsFloor, type PositionLimit } from './limits.ts';
import type { Rest } from './rest.ts';
import type { TradovateSettings } from './settings.ts';

export type Limits = { readonly limits: AutoLiq; readonly positionLimit: PositionLimit };
export type AdminAction = 'Normal' | 'LockTradingImmediately' | 'LiquidateImmediately' | 'LiquidateOnlyModeImmediately';

type Parts = Pick<CoreParts, 'say'> & {
  readonly setAction: (vendorId: number, action: AdminAction, reason: string) => Promise<unknown>;
};

/** Reads back what the vendor holds of an account, corrects it, and locks the account while it isn't ours. */
export function createLimitCheck(rest: Rest, open: TradovateSettings['open'], { say, setAction }: Parts) {
  /** Trading stays off while the vendor holds other limits than ours. @throws {Refused} which of them */
  return async function verifyLimits(
    vendorId: number,
    { limits, positionLimit }: Limits,
    rules: AccountRules | undefined,
  ): Promise<void> {
    const kinds = [
      ['userAccountAutoLiq', limits, { id: vendorId }],
      ['userAccountPositionLimit', positionLimit, { accountId: vendorId }],
    ] as const;
    for (const [path, wanted, account] of kinds) {
      const readHeld = async () => {
        const rows = await rest.list(`/${path}/deps?masterid=${vendorId}`);
        return rows.find((row) => !('totalBy' in row) || row['totalBy'] === positionLimit.totalBy);
      };
      /** The floor is compared with the site's own, so that a wrong figure of ours isn't taken for the vendor's. */
      const listMismatches = (held: Row = {}) =>
        path === 'userAccountAutoLiq' && rules && !holdsFloor(rules, held, open)
          ? ['trailingMaxDrawdown', ...findMismatches(wanted, held)]
          : findMismatches(wanted, held);
      const held = await readHeld();
      const mismatches = listMismatches(held);
      if (mismatches.length === 0) continue;
      say(`account ${vendorId}: the vendor holds other limits: ${mismatches.join(', ')}`);
      // Of the first kind, each account has a row from the start.
      const act = held || 'id' in account ? 'update' : 'create';
      await rest
        .post(`/${path}/${act}`, { ...account, ...wanted, ...(held ? { id: held['id'] } : {}) })
        .catch((error: unknown) => {
          // Refused or not, what it then holds decides.
          if (!(error instanceof Refused)) throw error;
        });
      const left = listMismatches(await readHeld());
      if (left.length === 0) continue;
      await setAction(vendorId, 'LockTradingImmediately', 'limits differ');
      throw new Refused(`the vendor holds other limits: ${left.join(', ')}`);
    }
  };
}
