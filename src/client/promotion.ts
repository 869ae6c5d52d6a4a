import type { DataOf } from '../contract/call.ts';
import type { fetchDiscount } from '../contract/packages.ts';
import { apiRoot } from './api-root.ts';

export type ActivePromotion = DataOf<typeof fetchDiscount>['PackageDiscount'];

/**
 * The promotion that runs now, null for none, undefined when nobody answered. The path comes from the page: the
 * contract itself would bring its schemas along, which weigh more than all else the home page runs.
 */
export async function fetchPromotion(path: string): Promise<ActivePromotion | undefined> {
  try {
    const response = await fetch(`${apiRoot}/${path}`, { credentials: 'omit' });
    if (!response.ok) return undefined;
    const { data } = (await response.json()) as { data: DataOf<typeof fetchDiscount> };
    return data.PackageDiscount;
  } catch {
    return undefined;
  }
}
