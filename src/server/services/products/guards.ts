import { type EvaluationPackage, findEvaluation } from '../../../content/catalog.ts';
import type { Deps } from '../../deps.ts';
import { notFound, ServiceError } from '../../errors.ts';
import { getOwnAccount } from '../account/find-own.ts';
import type { AccountRow, BillRow, Purchase, SubscriptionRow } from './product.ts';

/** @throws {ServiceError} 401 for a guest */
export function needPerson(personId: string | null): string {
  if (personId === null) throw new ServiceError(401, 'no_token');
  return personId;
}

type AccountReference = { readonly accountId: string; readonly platform: AccountRow['platform'] };

/** @throws {ServiceError} 404 alike for an account that doesn't exist, another person's and one of another platform */
export async function getAccountOn(
  deps: Deps,
  personId: string,
  { accountId, platform }: AccountReference,
): Promise<AccountRow> {
  const account = await getOwnAccount(deps, personId, accountId);
  if (account.platform !== platform) throw notFound();
  return account;
}

/** @throws {ServiceError} 404 where the address names another package than the account was bought as */
export function getPackageOf(deps: Deps, account: AccountRow, packageId: string): EvaluationPackage {
  const found = findEvaluation(deps.catalog, packageId);
  if (found?.programme !== account.programme || found.size !== account.size) throw notFound();
  return found;
}

/** @throws {ServiceError} 404 for a platform nothing is sold on */
export function checkPlatform(deps: Deps, { platform }: Pick<Purchase, 'platform'>): void {
  if (!deps.catalog.packages.platforms.includes(platform)) throw notFound();
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
