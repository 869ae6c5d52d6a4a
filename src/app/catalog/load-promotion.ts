import { findRunningPromotion, type RunningPromotion } from './stores/promotion.ts';

/** Fetches the running promotion from the path in the ticker's markup. */
export function loadPromotion({ dataset }: HTMLElement): Promise<RunningPromotion | null | undefined> {
  return findRunningPromotion(dataset['call'] ?? '');
}
