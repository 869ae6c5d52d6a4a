import { send } from '#app/http/call.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import type { DataOf } from '#shared/core/call.ts';
import { officeCatalogue } from '#shared/office/contract-catalog.ts';
import { officeOptions } from './office.ts';

export type OfficeCatalogue = DataOf<typeof officeCatalogue>;

/** Prices, rules and texts, which are edited in files. */
export const $catalogue = createResource(() => send(officeCatalogue, {}), officeOptions);
