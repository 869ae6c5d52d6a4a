// Inline, so that the first paint has the price of the checkout: shows the promotion that runs instead of the one that
// the page was built with. Without an answer, that one stays.
(() => {
  const page = document.documentElement;
  const all = (selector) => document.querySelectorAll(selector);
  // Where Trusted Types are enforced, Firefox counts structured data as a script.
  const rules = { createScript: (text) => JSON.stringify(JSON.parse(text)) };
  const structuredData = globalThis.trustedTypes?.createPolicy('structured-data', rules) ?? rules;

  function update() {
    page.toggleAttribute('data-promotion', Date.now() < page.dataset.promotionUntil);
  }

  function describe({ priceSpecification, priceValidUntil, ...offer }, { expire_at, prices }) {
    const price = priceSpecification?.price ?? offer.price;
    const now = prices[offer.url.split('/').pop()];
    if (!now) return { ...offer, price };
    const regular = { '@type': 'UnitPriceSpecification', priceType: 'https://schema.org/StrikethroughPrice', price };
    const priceCurrency = offer.priceCurrency;
    const specified = { priceValidUntil: expire_at, priceSpecification: { ...regular, priceCurrency } };
    return { ...offer, price: (now.cents / 100).toFixed(2), ...specified };
  }

  function show(found) {
    const prices = found?.prices ?? {};
    page.dataset.promotionUntil = Date.parse(found?.expire_at) || 0;
    update();
    for (const element of all('[data-price]')) {
      const now = prices[element.dataset.price];
      element.toggleAttribute('data-promoted', now !== undefined);
      if (now) element.querySelector('[data-now]').textContent = now.text;
    }
    for (const script of all('[type="application/ld+json"]')) {
      const data = JSON.parse(script.text);
      if (!data.offers?.map) continue;
      const offers = data.offers.map((offer) => describe(offer, { ...found, prices }));
      script.text = structuredData.createScript(JSON.stringify({ ...data, offers }));
    }
    const texts = { ...found, text: found?.offer ?? found?.title };
    for (const element of all('[data-promotion-part]')) {
      const text = texts[element.dataset.promotionPart];
      element.hidden = !text;
      if (text) element.textContent = text;
    }
  }

  fetch(document.currentScript.dataset.call, { headers: { 'Accept-Language': page.lang }, credentials: 'omit' })
    .then((answer) => answer.json())
    .then(({ data }) => {
      show(data.PackageDiscount);
      document.addEventListener('DOMContentLoaded', () => show(data.PackageDiscount));
    })
    .catch(() => {});
  setInterval(update, 1_000);
})();
