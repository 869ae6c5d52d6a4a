import { send } from '#app/http/call.ts';
import { createResource } from '#app/shell/stores/resource.ts';
import type { DataOf } from '#shared/core/call.ts';
import { officeCatalog } from '#shared/office/contract-catalog.ts';
import { officeOptions } from './office.ts';

export type OfficeCatalog = DataOf<typeof officeCatalog>;

/** Prices, rules and texts, which are edited in files. */
export const $catalog = createResource(() => send(officeCatalog, {}), officeOptions);
