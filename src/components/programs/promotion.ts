import { loadPromotion } from '#app/catalog/load-promotion.ts';
import { rememberOffer } from '#app/catalog/remember-offer.ts';

const { dataset: page } = document.documentElement;
const found = document.querySelector<HTMLElement>('[data-built-promotion]');

/** Struck prices end with the promotion that the page was built with, also if the firm ends it early. */
if (found && page['promotion']) {
  const { builtPromotion: built = '' } = found.dataset;
  rememberOffer(built);
  void loadPromotion(found).then((promotion) => {
    if (promotion !== undefined && promotion?.code !== built) page['promotion'] = 'other';
  });
}
