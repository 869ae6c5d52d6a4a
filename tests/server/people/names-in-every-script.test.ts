import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minuteMs } from '#lib/durations.ts';
import { tickTraders } from '#server/accounts/simulator/simulated-traders.ts';
import { myOrders } from '#shared/billing/contract-orders.ts';
import * as certificates from '#shared/certificates/contract.ts';
import * as orders from '#shared/orders/contract.ts';
import { fetchAgreement, signAgreement } from '#shared/payouts/contract-payee-forms.ts';
import { updateProfile } from '#shared/people/contract-profile.ts';
import { drawingsOf } from '../support/pdf-drawing.ts';
import { textOf } from '../support/pdf-text.ts';
import { buyAccount } from '../support/people.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

/** Unicode Standard Annex #31, tables 5 and 7: the scripts in which living languages are written, without Latin. */
const scripts = [
  ...['Arab', 'Armn', 'Beng', 'Bopo', 'Cyrl', 'Deva', 'Ethi', 'Geor', 'Grek', 'Gujr', 'Guru', 'Hang', 'Hani', 'Hebr'],
  ...['Hira', 'Kana', 'Knda', 'Khmr', 'Laoo', 'Mlym', 'Mymr', 'Orya', 'Sinh', 'Taml', 'Telu', 'Thaa', 'Thai', 'Tibt'],
  ...['Adlm', 'Bali', 'Bamu', 'Batk', 'Cakm', 'Cans', 'Cham', 'Cher', 'Hmnp', 'Java', 'Kali', 'Lana', 'Lepc', 'Limb'],
  ...['Lisu', 'Mand', 'Mong', 'Mtei', 'Newa', 'Nkoo', 'Olck', 'Osge', 'Plrd', 'Rohg', 'Saur', 'Sund', 'Sylo', 'Syrc'],
  ...['Tale', 'Talu', 'Tavt', 'Tfng', 'Vaii', 'Wcho', 'Yiii'],
];

/** The first letters of a script that stand alone. */
function nameIn(script: string): string {
  const isLetter = new RegExp(`^(?=\\p{sc=${script}})[\\p{Lo}\\p{Ll}]$`, 'u');
  const letters: string[] = [];
  for (let code = 0x370; letters.length < 4 && code < 0x20_000; code += 1) {
    const letter = String.fromCodePoint(code);
    if (isLetter.test(letter) && letter === letter.normalize('NFC')) letters.push(letter);
  }
  return letters.join('');
}

const latin_name = 'Sok Dara';

let shop: Shop;
let person: Awaited<ReturnType<Shop['signIn']>>;
let breached = '';

const authorized = () => ({ headers: { Authorization: `Bearer ${person.token}` } });

async function openPdf(path: string): Promise<Buffer> {
  const answer = await shop.server.app.request(`/api/${path}`, authorized());
  expect(answer.status, path).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function force(accountId: string, outcome: 'breached' | 'passed') {
  const { platform_account_id: account } = await shop.server.deps.db
    .selectFrom('trading_account')
    .select('platform_account_id')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  const body = new URLSearchParams({ account: account ?? '', outcome });
  expect((await shop.server.app.request('/dev/platform', { method: 'POST', body })).status).toBe(303);
  await shop.server.drain();
}

beforeAll(async () => {
  shop = await startShop();
  person = await shop.signIn();
  breached = await buyAccount(shop.server, person.personId, 'premium-50k');
  const passed = await buyAccount(shop.server, person.personId, 'classic-50k');
  await shop.server.clock.advance(minuteMs);
  await tickTraders(shop.server.deps);
  await force(breached, 'breached');
  await force(passed, 'passed');
});

afterAll(() => shop.close());

/** Buys with this name. @returns the number of the invoice */
async function buy(form: ReturnType<typeof orderForm>): Promise<string> {
  const request = { body: form, idempotencyKey: randomUUID(), token: person.token };
  const { data } = await shop.ask(orders.createOrder, request);
  await shop.press(data, 'paid');
  await shop.server.drain();
  const { data: list } = await shop.ask(myOrders, { token: person.token });
  return list.orders.find(({ orderId }) => orderId === data.orderId)?.documents[0]?.number ?? '';
}

test.each(scripts)(
  'a name in the script %s is printed in Latin letters on every paper, and needs them',
  async (script) => {
    const { ask } = shop;
    const { token } = person;
    const name = nameIn(script);
    expect([...name].length).toBeGreaterThan(1);
    const form = orderForm({ first_name: name, last_name: name, again: 1 });
    const refused = await ask(orders.createOrder, { body: form, idempotencyKey: randomUUID(), token });
    expect([refused.response_status, Object.keys(refused.validation_errors ?? {})]).toEqual([422, ['latin_name']]);
    const profile = { first_name: name, last_name: name, country: 'PT' };
    expect((await ask(updateProfile, { body: { ...profile, latin_name: '' }, token })).response_status).toBe(422);
    const saved = await ask(updateProfile, { body: { ...profile, latin_name }, token });
    expect(saved.response_status, saved.response_message).toBe(200);

    const number = await buy({ ...form, latin_name });
    const [certificate] = (await ask(certificates.fetchCertificates, { token })).data.certificates;
    const choice = { nameStyle: 'full', showsAmount: 0 } as const;
    const body = { certificateId: certificate?.id ?? '', ...choice };
    const { data: reissued } = await ask(certificates.reissueCertificate, { body, token });
    const papers = await Promise.all(
      [
        `billing/document.pdf?number=${number}`,
        `annual-statements.pdf?year=${shop.server.clock.now().getUTCFullYear()}`,
        `account/breach.pdf?accountId=${breached}`,
        `certificates/document?certificateId=${reissued.id}`,
      ].map(openPdf),
    );
    for (const pdf of papers) {
      const drawn = drawingsOf(pdf).map(({ glyphs }) => glyphs.map(({ text }) => text).join(''));
      expect(drawn.join(' ')).not.toContain('[U+');
      expect(textOf(pdf)).toContain(latin_name);
    }
    const { data: agreement } = await ask(fetchAgreement, { token });
    const signed = { sha256: agreement.sha256, signature: `${name} ${name}`, accept: 1 } as const;
    const unsigned = await ask(signAgreement, { body: signed, token });
    expect(Object.keys(unsigned.validation_errors ?? {})).toEqual(['signature']);
  },
);

test('an invoice shows the original beside the Latin name where a font has its script', async () => {
  const originals = { Grek: true, Arab: true, Thai: true, Khmr: false, Cher: false };
  for (const [script, isShown] of Object.entries(originals)) {
    const name = nameIn(script);
    const pdf = await openPdf(
      `billing/document.pdf?number=${await buy(orderForm({ first_name: name, last_name: '', latin_name, again: 1 }))}`,
    );
    expect(textOf(pdf).includes(`${latin_name} (${name})`), script).toBe(isShown);
  }
});

test('a signed agreement prints the name as in the passport', async () => {
  const { ask } = shop;
  const { token } = person;
  const { data: agreement } = await ask(fetchAgreement, { token });
  const body = { sha256: agreement.sha256, signature: latin_name, accept: 1 } as const;
  const signed = await ask(signAgreement, { body, token });
  expect(signed.response_status, signed.response_message).toBe(200);
  expect(textOf(await openPdf('payee/agreement/pdf'))).toContain(latin_name);
});
