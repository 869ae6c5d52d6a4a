import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import type { DataOf } from '#shared/core/call.ts';
import { officeCatalogue } from '#shared/office/contract-catalog.ts';
import { failureStatus, type OfficeLoadable } from './office.ts';

export type OfficeCatalogue = DataOf<typeof officeCatalogue>;

/** Prices, rules and texts, which are edited in files. */
export const $catalogue = atom<OfficeLoadable<OfficeCatalogue>>({ status: 'loading' });

export async function loadCatalogue(): Promise<void> {
  $catalogue.set({ status: 'loading' });
  const result = await send(officeCatalogue, {});
  $catalogue.set(result.ok ? { status: 'ready', data: result.data } : { status: failureStatus(result.failure) });
}
