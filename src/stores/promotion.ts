import { fetchPromotion } from '../client/promotion.ts';

type Shown = { readonly path: string; readonly code: string; readonly endsAt: number };

/**
 * When the promotion that a built page shows really ends, in UTC ms; null when it is over or another one runs. Without
 * an answer the page's own date stands.
 */
export async function confirmPromotion({ path, code, endsAt }: Shown): Promise<number | null> {
  const offer = await fetchPromotion(path);
  if (offer === undefined) return endsAt;
  return offer?.status === 1 && offer.code === code ? Date.parse(offer.expire_at) : null;
}
