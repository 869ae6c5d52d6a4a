import { findRunningPromotion, type RunningPromotion } from '../../stores/promotion.ts';

/** Fetches the running promotion from the call that the ticker names. */
export function loadPromotion({ dataset }: HTMLElement): Promise<RunningPromotion | null | undefined> {
  return findRunningPromotion(dataset['call'] ?? '');
}
