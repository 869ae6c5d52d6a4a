import type { Page } from '@playwright/test';
import type { Locale } from '#i18n/locales.ts';
import { eventually } from '../../support/eventually.ts';
import { expect, test } from '../fixtures.ts';
import { decide, order, removePromotion, visit } from '../shop.ts';
import { pattern, stringsOf } from '../strings.ts';

const share = {
  en: 'You can withdraw from the contract within 14 days. If we start sooner at your request, you pay for what you received until then.',
  fr: 'Vous pouvez vous rétracter dans les 14 jours. Si nous commençons plus tôt à votre demande, vous payez ce que vous avez reçu jusque-là.',
  pt: 'Pode resolver o contrato no prazo de 14 dias. Se começarmos antes a seu pedido, paga o que recebeu até então.',
};

const final = {
  en: 'Where the law gives you no right to withdraw, the fee is non-refundable once we have started.',
  fr: 'Là où la loi ne vous donne pas de droit de rétractation, les frais ne sont plus remboursables une fois que nous avons commencé.',
};

const finalReceipt = 'Where the law gives you no right to withdraw, fees are non-refundable once we have started.';

/** Every box at the foot of the form: the terms, an early start, the contract’s language, the renewal. */
const terms = {
  en: 'I accept the terms of use and the billing terms.',
  fr: 'J’accepte les conditions d’utilisation et les conditions de facturation.',
  pt: 'Aceito as condições de utilização e as condições de faturação.',
};

const start = {
  en: 'Open my account immediately. I understand that I lose my right to withdraw from the contract once it is performed in full, and that I pay for what I received if I withdraw within 14 days.',
  fr: 'Ouvrez mon compte immédiatement. Je comprends que je perds mon droit de rétractation une fois le contrat pleinement exécuté, et que je paie ce que j’ai reçu si je me rétracte dans les 14 jours.',
  pt: 'Abram a minha conta de imediato. Compreendo que perco o direito de livre resolução quando o contrato estiver cumprido por inteiro e que pago o que recebi se o resolver no prazo de 14 dias.',
};

const renewal = {
  en: 'I agree to the automatic renewal.',
  fr: 'J’accepte le renouvellement automatique.',
  pt: 'Aceito a renovação automática.',
};

const renews = {
  en: '$149.00 on [day], then every month until you cancel.',
  fr: '149,00 $ US le [day], puis chaque mois jusqu’à résiliation.',
  pt: 'US$ 149,00 em [day], e depois todos os meses até cancelar.',
};

const days = {
  en: /\w+ \d{1,2}, \d{4}/,
  fr: /\d{1,2}(er)? \S+ \d{4}/,
  pt: /\d{1,2} de \S+ de \d{4}/,
};

const acknowledged = {
  en: 'You asked us to start immediately. You acknowledged that you lose your right to withdraw from the contract once it is performed in full, and that you pay for what you received if you withdraw within 14 days',
  fr: 'Vous avez demandé un début immédiat. Vous avez reconnu que vous perdez votre droit de rétractation une fois le contrat pleinement exécuté, et que vous payez ce que vous avez reçu si vous vous rétractez dans les 14 jours',
  pt: 'Pediu que começássemos de imediato. Reconheceu que perde o direito de livre resolução quando o contrato estiver cumprido por inteiro e que paga o que recebeu se o resolver no prazo de 14 dias',
};

const language = 'I have received the French contract and expressly choose to conclude it in English.';

type Place = {
  readonly locale: Locale;
  readonly country: string;
  readonly postalCode?: string;
  readonly company?: readonly [name: string, vatNumber: string];
  readonly refund: string;
  readonly boxes: readonly string[];
  /** Below the price: the tax that it contains, or who owes it. */
  readonly tax: readonly string[];
  /** What the receipt says, and a pattern of what it may not say. */
  readonly receipt: readonly string[];
  readonly never: RegExp;
};

const places: Readonly<Record<string, Place>> = {
  'a French consumer': {
    ...{ locale: 'fr', country: 'FR', postalCode: '33000', refund: share.fr },
    boxes: [terms.fr, start.fr, renewal.fr],
    tax: ['TVA incluse (20 %) 24,83 $ US', 'Les prix sont en dollars américains, toutes taxes comprises.'],
    receipt: ['Taxe incluse : 24,83 $ US', acknowledged.fr],
    never: /remboursable|Autoliquidation/,
  },
  'a French company': {
    ...{ locale: 'fr', country: 'FR', postalCode: '33000', company: ['Maré & Fils', 'FR 40 303 265 045'] },
    ...{ refund: share.fr, boxes: [terms.fr, start.fr, renewal.fr] },
    tax: ['Autoliquidation : vous déclarez la TVA.'],
    receipt: [
      'Facturé à Maré & Fils.',
      'Votre numéro de TVA : FR40303265045.',
      'Autoliquidation : vous déclarez la TVA.',
    ],
    never: /remboursable|Taxe incluse/,
  },
  'a buyer in Portugal': {
    ...{ locale: 'pt', country: 'PT', postalCode: '1100-420', refund: share.pt },
    boxes: [terms.pt, start.pt, renewal.pt],
    tax: ['IVA incluído (23%) US$ 27,86', 'Os preços são em dólares americanos e incluem todos os impostos.'],
    receipt: ['Imposto incluído: US$ 27,86', acknowledged.pt],
    never: /reembolsá|Autoliquidação/,
  },
  'a British buyer': {
    ...{ locale: 'en', country: 'GB', postalCode: 'SW1A 1AA', refund: share.en },
    boxes: [terms.en, start.en, renewal.en],
    tax: ['VAT included (20%) $24.83', 'Prices are in US dollars and include all taxes.'],
    receipt: ['Tax included: $24.83', acknowledged.en],
    never: /non-refundable|Reverse charge/,
  },
  'a Brazilian buyer': {
    ...{ locale: 'pt', country: 'BR', boxes: [terms.pt, renewal.pt] },
    refund: 'Tem 7 dias para exercer o direito de arrependimento e receber o preço todo de volta.',
    tax: ['Os preços são em dólares americanos e incluem todos os impostos.'],
    receipt: [
      'Tem 7 dias a contar desta encomenda para exercer o direito de arrependimento e receber o preço todo de volta.',
    ],
    never: /reembolsá|Autoliquidação|perde o direito/,
  },
  'a Californian': {
    ...{ locale: 'en', country: 'US', refund: final.en, boxes: [terms.en, renewal.en] },
    tax: ['Prices are in US dollars and include all taxes.'],
    receipt: [finalReceipt],
    never: /withdraw from the contract|Reverse charge/,
  },
  'a buyer in Québec': {
    ...{ locale: 'en', country: 'CA', postalCode: 'H2X 1Y4', refund: final.en },
    boxes: [language, terms.en, renewal.en],
    tax: ['Prices are in US dollars and include all taxes.'],
    receipt: [finalReceipt],
    never: /withdraw from the contract|Reverse charge/,
  },
  'a buyer in Monaco': {
    ...{ locale: 'fr', country: 'MC', refund: final.fr, boxes: [terms.fr, renewal.fr] },
    tax: ['TVA incluse (20 %) 24,83 $ US', 'Les prix sont en dollars américains, toutes taxes comprises.'],
    receipt: ['Taxe incluse : 24,83 $ US', final.fr],
    never: /vous rétracter|Autoliquidation/,
  },
};

const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const textsOf = async (page: Page, selector: string) =>
  (await page.getByRole('main').locator(selector).allInnerTexts()).map(plain);

for (const [who, place] of Object.entries(places)) {
  test(`${who} reads at checkout and on the receipt what the law of the place says`, async ({ page, mailbox }) => {
    const { locale, country, postalCode, company, tax } = place;
    const strings = stringsOf(locale, 'checkout');
    await visit({ page, locale }, '/check-out/classic-50k');
    await removePromotion(page, locale);
    await page.getByLabel(strings.email, { exact: true }).fill(mailbox.address);
    await page.getByLabel(strings.first_name, { exact: true }).fill('Ada');
    await page.getByLabel(strings.last_name, { exact: true }).fill('Marée');
    await page.getByLabel(strings.country).selectOption(country);
    if (postalCode) await page.locator('[name=postal_code]').fill(postalCode);
    if (company) {
      await page.getByText(strings.company).click();
      await page.locator('[name=company_name]').fill(company[0]);
      await page.locator('[name=vat_number]').fill(company[1]);
    }

    await eventually('the quote for the place', async () => {
      expect(await textsOf(page, 'form label:has-text(".")')).toEqual(place.boxes);
      expect((await textsOf(page, 'fieldset li')).at(-1)).toBe(place.refund);
      const summary = plain(await page.getByRole('complementary', { name: strings.summary }).innerText());
      for (const text of tax) expect(summary).toContain(text);
      expect(summary.replace(days[locale], '[day]')).toContain(renews[locale]);
    });

    for (const text of place.boxes) await page.getByLabel(text, { exact: true }).check();
    await order({ page, locale });
    await decide({ page, locale });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(stringsOf(locale, 'orders').fulfilled_title);
    const receipt = plain((await mailbox.read(pattern(stringsOf(locale, 'mail').order_subject))).text);
    for (const text of place.receipt) expect(receipt).toContain(text);
    expect(receipt).not.toMatch(place.never);
    const contracts = (await mailbox.all()).filter(({ subject }) => /^Votre contrat en français/.test(subject));
    expect(contracts).toHaveLength(place.boxes.includes(language) ? 1 : 0);
  });
}
