import { atom } from 'nanostores';
import { send } from '#app/http/call.ts';
import type { DataOf } from '#shared/core/call.ts';
import { countries } from '#shared/people/contract-session.ts';
import { notifyFailure } from './toasts.ts';

export type Country = DataOf<typeof countries>['countries'][number];

export const $countries = atom<readonly Country[]>([]);

/** Whether a country's tax depends on the postal code, as far as the list has loaded. */
export function asksPostalCode(list: readonly Country[], country: string): boolean {
  return list.some((each) => each.code === country && each.asksPostalCode);
}

export async function loadCountries(): Promise<void> {
  const result = await send(countries, {});
  if (result.ok) $countries.set(result.data.countries);
  else notifyFailure(result.failure);
}
