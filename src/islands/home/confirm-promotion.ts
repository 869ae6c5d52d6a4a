import { confirmPromotion } from '../../stores/promotion.ts';

/** Asks whether the promotion of a built page still runs, and until when (UTC ms); null takes it off the page. */
export function confirmTicker({ dataset }: HTMLElement): Promise<number | null> {
  return confirmPromotion({
    path: dataset['call'] ?? '',
    code: dataset['code'] ?? '',
    endsAt: Number(dataset['ends']),
  });
}
