import { findRunningPromotion, type RunningPromotion } from '../../stores/promotion.ts';

/** Asks the call that the ticker names for the promotion that runs now. */
export function loadPromotion({ dataset }: HTMLElement): Promise<RunningPromotion | null | undefined> {
  return findRunningPromotion(dataset['call'] ?? '');
}
