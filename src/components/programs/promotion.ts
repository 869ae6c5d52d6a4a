import { loadPromotion } from '#app/catalog/load-promotion.ts';

const { dataset: page } = document.documentElement;
const found = document.querySelector<HTMLElement>('[data-built-promotion]');

/** Struck prices end with the promotion that the page was built with, also if the firm ends it early or it ends while the page is open. */
if (found && page['promotion']) {
  const { builtPromotion: built = '' } = found.dataset;
  let endsAt = Number(page['promotionUntil']);
  const timer = setInterval(() => {
    if (endsAt > Date.now()) return;
    clearInterval(timer);
    delete page['promotion'];
  }, 1_000);
  void loadPromotion(found).then((promotion) => {
    if (promotion === undefined) return;
    if (promotion?.code === built) endsAt = promotion.endsAt;
    else page['promotion'] = 'other';
  });
}
