import { keepPromotion } from './stores/promotion.ts';

let offered = '';

/** Applies the promotion's code in the checkout after a visitor follows its link. */
export function rememberOffer(code: string): void {
  if (offered === '') document.addEventListener('click', store);
  offered = code;
}

function store({ target }: Event): void {
  const isOffer = target instanceof Element && target.closest('a[data-offer]') !== null;
  if (isOffer && document.documentElement.dataset['promotion']) keepPromotion(offered);
}
