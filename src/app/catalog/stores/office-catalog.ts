import { send } from '#app/http/call.ts';
import { officeOptions } from '#app/office/stores/office.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import { officeCatalog } from '#shared/catalog/contract-office.ts';
import type { DataOf } from '#shared/core/call.ts';

export type OfficeCatalog = DataOf<typeof officeCatalog>;

/** Prices, rules and texts, which are edited in files. */
export const $catalog = createResource(() => send(officeCatalog, {}), officeOptions);
