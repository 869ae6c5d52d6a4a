import { fetchPromotion } from '#app/http/promotion.ts';

export type RunningPromotion = {
  readonly title: string;
  readonly text: string | null;
  readonly code: string;
  /** In UTC ms. */
  readonly endsAt: number;
};

/** The running promotion; null if there is none, undefined if the API doesn't respond. */
export async function findRunningPromotion(path: string): Promise<RunningPromotion | null | undefined> {
  const promotion = await fetchPromotion(path);
  if (promotion === undefined) return undefined;
  const endsAt = Date.parse(promotion?.expire_at ?? '');
  if (promotion?.status !== 1 || !(endsAt > Date.now())) return null;
  return { title: promotion.title, text: promotion.offer, code: promotion.code, endsAt };
}
