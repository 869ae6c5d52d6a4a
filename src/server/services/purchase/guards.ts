import type { Deps } from '../../deps.ts';
import { notFound, ServiceError } from '../../errors.ts';
import type { AccountRow, BillRow, Purchase, SubscriptionRow } from './types.ts';

type Wanted = { readonly accountId: string; readonly platform?: string };

/** @throws {ServiceError} 401 for a guest */
export function needPerson(personId: string | null): string {
  if (personId === null) throw new ServiceError(401, 'no_token');
  return personId;
}

/** @throws {ServiceError} 404 alike for an account that is not, another person's and one of another platform */
export async function getOwnAccount(
  deps: Deps,
  personId: string,
  { accountId, platform }: Wanted,
): Promise<AccountRow> {
  const account = await deps.db
    .selectFrom('trading_account')
    .selectAll()
    .where('id', '=', accountId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (!account || (platform !== undefined && account.platform !== platform)) throw notFound();
  return account;
}

/** The subscription an account runs by, ended ones left out. */
export async function findSubscriptionOf(deps: Deps, accountId: string): Promise<SubscriptionRow | null> {
  const row = await deps.db
    .selectFrom('subscription')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '<>', 'ended')
    .executeTakeFirst();
  return row ?? null;
}

type OwnBill = { readonly bill: BillRow; readonly subscription: SubscriptionRow };

/** @throws {ServiceError} 404 for a bill that is not the person's, 409 for one that is paid or void */
export async function getOpenBill(deps: Deps, personId: string, billId: string): Promise<OwnBill> {
  const bill = await deps.db
    .selectFrom('bill')
    .selectAll()
    .where('id', '=', billId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  if (!bill) throw notFound();
  if (bill.status !== 'open') throw new ServiceError(409, 'bill_settled');
  const subscription = await deps.db
    .selectFrom('subscription')
    .selectAll()
    .where('id', '=', bill.subscription_id)
    .executeTakeFirstOrThrow();
  return { bill, subscription };
}

/** The add-ons of a selection that its kind sells, each once. */
export function pickAddOns(wanted: Purchase['addOns'], sold: Purchase['addOns']): Purchase['addOns'] {
  return sold.filter((item) => wanted.includes(item));
}
