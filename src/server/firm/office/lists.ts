import { affiliateSources } from '#server/affiliates/office.ts';
import { accountingSources } from '#server/billing/office/accounting.ts';
import { placeSources } from '#server/billing/office/places.ts';
import { salesSources } from '#server/billing/office/sales.ts';
import type { ListSource } from '#server/office/lists/read-list.ts';
import { payeeSources } from '#server/payouts/office/payees.ts';
import { payoutSources } from '#server/payouts/office/payouts.ts';
import { peopleSources } from '#server/people/office.ts';
import { riskSources } from '#server/risk/office.ts';
import { supportSources } from '#server/support/office.ts';
import type { OfficeListName } from '#shared/firm/lists.ts';
import { closureSources } from '../closure/office.ts';
import { operationsSources } from './own-lists.ts';

export const listSources: Readonly<Record<OfficeListName, ListSource>> = {
  ...peopleSources,
  ...salesSources,
  ...placeSources,
  ...riskSources,
  ...payoutSources,
  ...accountingSources,
  ...payeeSources,
  ...supportSources,
  ...affiliateSources,
  ...operationsSources,
  ...closureSources,
};
