import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrder, quoteOrder } from '#shared/orders/contract.ts';
import { orderForm, type Shop, startShop, termsVersion } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await startShop();
});

afterAll(() => shop.close());

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const montreal = { country: 'CA', postal_code: 'H2X 1Y4' };

/** Orders a Classic 50K on the page of a language. */
async function order(locale: string, change: object) {
  const form = orderForm({ ...montreal, ...change });
  const headers = { 'Accept-Language': locale };
  const { data: opened } = await shop.ask(createOrder, { body: form, idempotencyKey: randomUUID(), headers });
  const mails = async () => {
    await shop.server.drain();
    return (await shop.server.mails(form.email)).map(({ subject, text }) => ({
      subject: plain(subject),
      text: plain(text),
    }));
  };
  return { opened, mails, row: await shop.row(opened) };
}

test.each([
  ['Montréal in English', montreal, 'en', 'fr'],
  ['Québec City in Portuguese', { country: 'CA', postal_code: 'G1R 2B5' }, 'pt', 'fr'],
  ['Gatineau, typed without a space', { country: 'CA', postal_code: 'j8x2k1' }, 'en', 'fr'],
  ['Canada without a postal code', { country: 'CA' }, 'en', 'fr'],
  ['Montréal in French', montreal, 'fr', null],
  ['Toronto', { country: 'CA', postal_code: 'M5V 2T6' }, 'en', null],
  ['France in English', { country: 'FR', postal_code: '33000' }, 'en', null],
])('a buyer in %s is given the contract first in the language of the law', async (_, buyer, locale, first) => {
  const { selection } = orderForm();
  const { data } = await shop.ask(quoteOrder, { body: { selection, ...buyer }, locale });
  expect(data.contractFirstIn).toBe(first);
});

test('without an express choice a contract in Québec is in French, and so are its emails', async () => {
  const { opened, mails, row } = await order('en', {});
  expect([row.locale, row.consents.map(({ text }) => text)]).toEqual(['fr', ['terms', 'renewal']]);
  // The contract arrives before anything is paid.
  const [contract, ...others] = await mails();
  expect(others).toEqual([]);
  expect(contract?.subject).toBe('Votre contrat en français : Classic 50K');
  expect(contract?.text).toContain(`Vous commandez Classic 50K (commande ${row.number}).`);
  expect(contract?.text).toContain('/fr/terms');
  expect(contract?.text).toContain('/fr/billing-terms');
  await shop.press(opened, 'paid');
  expect((await mails()).map(({ subject }) => subject)).toContain('Votre reçu : Classic 50K');
});

test('an express choice of English is kept with the order as it was shown, after the French contract was sent', async () => {
  const { opened, mails, row } = await order('en', { contractInLocale: 1 });
  const at = shop.server.clock.now().getTime();
  expect(row.locale).toBe('en');
  expect(row.consents.find(({ text }) => text === 'contract_language')).toEqual({
    ...{ text: 'contract_language', version: termsVersion, at, ip: '127.0.0.1', locale: 'en' },
    shown:
      'Your contract in French\nI have received the French contract and expressly choose to conclude it in English.',
  });
  expect((await mails()).map(({ subject }) => subject)).toEqual(['Votre contrat en français : Classic 50K']);
  await shop.press(opened, 'paid');
  expect((await mails()).map(({ subject }) => subject)).toContain('Your receipt: Classic 50K');
});

test('elsewhere the choice changes nothing and isn’t stored', async () => {
  const { mails, row } = await order('en', { postal_code: 'M5V 2T6', contractInLocale: 1 });
  expect([row.locale, row.consents.map(({ text }) => text)]).toEqual(['en', ['terms', 'renewal']]);
  expect(await mails()).toEqual([]);
});
