import type { OfficeListName } from '../../../contract/office/lists.ts';
import type { ListSource } from './read-list.ts';
import { affiliateSources } from './sources/affiliate-sources.ts';
import { operationsSources } from './sources/operations-sources.ts';
import { payeeSources } from './sources/payee-sources.ts';
import { payoutSources } from './sources/payout-sources.ts';
import { peopleSources } from './sources/people-sources.ts';
import { riskSources } from './sources/risk-sources.ts';
import { salesSources } from './sources/sales-sources.ts';
import { supportSources } from './sources/support-sources.ts';

/** Where each list reads its rows. */
export const listSources: Readonly<Record<OfficeListName, ListSource>> = {
  ...peopleSources,
  ...salesSources,
  ...riskSources,
  ...payoutSources,
  ...payeeSources,
  ...supportSources,
  ...affiliateSources,
  ...operationsSources,
};
