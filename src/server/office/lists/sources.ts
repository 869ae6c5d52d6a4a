import type { OfficeListName } from '#shared/office/lists.ts';
import { accountingSources } from './accounting-sources.ts';
import { affiliateSources } from './affiliate-sources.ts';
import { operationsSources } from './operations-sources.ts';
import { payeeSources } from './payee-sources.ts';
import { payoutSources } from './payout-sources.ts';
import { peopleSources } from './people-sources.ts';
import type { ListSource } from './read-list.ts';
import { riskSources } from './risk-sources.ts';
import { salesSources } from './sales-sources.ts';
import { supportSources } from './support-sources.ts';

/** Where each list reads its rows. */
export const listSources: Readonly<Record<OfficeListName, ListSource>> = {
  ...peopleSources,
  ...salesSources,
  ...riskSources,
  ...payoutSources,
  ...accountingSources,
  ...payeeSources,
  ...supportSources,
  ...affiliateSources,
  ...operationsSources,
};
