import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dayMs } from '#lib/durations.ts';
import { createTaxNumbers } from '#server/billing/ports/tax-numbers/create.ts';
import { confirmVatNumbers } from '#server/billing/vat-numbers/confirm-later.ts';
import { parseEnv } from '#server/core/env.ts';
import { createLog } from '#server/core/log.ts';
import * as calls from '#shared/orders/contract.ts';
import { orderForm, type Shop, startShop } from '../support/shop.ts';

const french = { country: 'FR', company_name: 'Maré & Fils', vat_number: 'FR40303265045' };
const british = { country: 'GB', company_name: 'Tide Ltd', vat_number: 'GB726129090' };

type Heard = { readonly path: string; readonly body: string; readonly authorization: string | undefined };

/** The registers, answering in the words of their published contracts (VIES 1.0.0, HMRC 2.0). */
async function startRegisters() {
  const state = { heard: [] as Heard[], vies: {} as object, hmrc: { status: 200, body: {} as object } };
  const http = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const path = request.url ?? '';
    state.heard.push({ path, body, authorization: request.headers.authorization });
    const answers: Record<string, { status: number; body: object }> = {
      '/check-vat-number': { status: 200, body: state.vies },
      '/oauth/token': { status: 200, body: { access_token: 'bb7fed3f', expires_in: 14_400, token_type: 'bearer' } },
    };
    const { status, body: json } = answers[path] ?? state.hmrc;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const close = async () => {
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  };
  return { url, state, close };
}

const outage = { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] };
const valid = { countryCode: 'FR', vatNumber: '40303265045', valid: true, requestIdentifier: 'WAPIAAAAW1a2b3c4' };

async function buy(shop: Shop, buyer: object) {
  const form = orderForm(buyer);
  const answer = await shop.ask(calls.createOrder, { body: form, idempotencyKey: randomUUID() });
  return { ...answer, form };
}

describe('with the registers', () => {
  let shop: Shop;
  let registers: Awaited<ReturnType<typeof startRegisters>>;

  beforeAll(async () => {
    registers = await startRegisters();
    const env = parseEnv({
      ...{ VIES_URL: registers.url, VIES_REQUESTER: 'IE6433435F' },
      ...{
        HMRC_URL: registers.url,
        HMRC_CLIENT_ID: 'id',
        HMRC_CLIENT_SECRET: 'secret',
        HMRC_REQUESTER: '146295999727',
      },
    });
    shop = await startShop({ taxNumbers: createTaxNumbers({ env, log: createLog(env) }) });
  });

  beforeEach(() => {
    registers.state.heard.length = 0;
  });

  afterAll(async () => {
    await shop.close();
    await registers.close();
  });

  async function pay(buyer: object) {
    const { data, response_status, response_message } = await buy(shop, buyer);
    expect(response_status, response_message).toBe(200);
    await shop.press(data, 'paid');
    await shop.server.drain();
    const invoice = await shop.server.deps.db
      .selectFrom('invoice')
      .select('document')
      .where('order_id', '=', data.orderId)
      .executeTakeFirstOrThrow();
    return { data, invoice: invoice.document };
  }

  const tickets = (orderId: string) =>
    shop.server.deps.db
      .selectFrom('ticket')
      .innerJoin('ticket_message', 'ticket_message.ticket_id', 'ticket.id')
      .select('text')
      .where('order_id', '=', orderId)
      .execute();

  test('a confirmed European number owes no VAT, and order and invoice keep the consultation’s id', async () => {
    registers.state.vies = valid;
    const { data, invoice } = await pay(french);
    expect(registers.state.heard.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      [
        '/check-vat-number',
        {
          ...{ countryCode: 'FR', vatNumber: '40303265045' },
          ...{ requesterMemberStateCode: 'IE', requesterNumber: '6433435F' },
        },
      ],
    ]);
    expect((await shop.row(data)).vat_check).toMatchObject({ status: 'valid', id: 'WAPIAAAAW1a2b3c4' });
    expect(invoice).toMatchObject({ taxBps: 0, buyer: { vatConfirmation: 'WAPIAAAAW1a2b3c4' } });
  });

  test('a British number is confirmed by HMRC, with its consultation number', async () => {
    const found = { target: { name: 'Tide Ltd', vatNumber: '726129090' }, requester: '146295999727' };
    registers.state.hmrc = { status: 200, body: { ...found, consultationNumber: 'ypAeKRPlW' } };
    const { invoice } = await pay(british);
    const lookup = '/organisations/vat/check-vat-number/lookup/726129090/146295999727';
    expect(registers.state.heard.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/oauth/token', undefined],
      [lookup, 'Bearer bb7fed3f'],
    ]);
    expect(Object.fromEntries(new URLSearchParams(registers.state.heard[0]?.body))).toEqual({
      ...{ client_id: 'id', client_secret: 'secret', grant_type: 'client_credentials', scope: 'read:vat' },
    });
    expect(invoice).toMatchObject({ taxBps: 0, buyer: { vatConfirmation: 'ypAeKRPlW' } });
  });

  test.each([
    ['VIES', french, () => (registers.state.vies = { ...valid, valid: false, requestIdentifier: '' })],
    ['HMRC', british, () => (registers.state.hmrc = { status: 404, body: { code: 'NOT_FOUND', message: '' } })],
  ] as const)('a number that %s doesn’t know is refused at its field', async (_, buyer, answer) => {
    answer();
    const { response_status, validation_errors } = await buy(shop, buyer);
    expect(response_status).toBe(422);
    expect(validation_errors).toEqual({ vat_number: [expect.stringMatching(/isn’t registered/)] });
  });

  test('no register is asked about a consumer', async () => {
    await pay({ country: 'FR' });
    expect(registers.state.heard).toEqual([]);
  });

  test('an outage stops no sale, and the number is confirmed once the register answers', async () => {
    registers.state.vies = outage;
    const { data, invoice } = await pay(french);
    expect(invoice).toMatchObject({ taxBps: 0, buyer: { vatConfirmation: null } });
    await confirmVatNumbers(shop.server.deps);
    expect((await shop.row(data)).vat_check).toMatchObject({ status: 'unavailable', reason: 'MS_UNAVAILABLE' });
    registers.state.vies = valid;
    await confirmVatNumbers(shop.server.deps);
    expect((await shop.row(data)).vat_check).toMatchObject({ status: 'valid', id: 'WAPIAAAAW1a2b3c4' });
    registers.state.heard.length = 0;
    await confirmVatNumbers(shop.server.deps);
    expect(registers.state.heard).toEqual([]);
    expect(await tickets(data.orderId)).toEqual([]);
  });

  test('staff get one ticket for a number that is found invalid, and for one that stays unconfirmed for a week', async () => {
    registers.state.vies = outage;
    const first = await pay(french);
    registers.state.vies = { ...valid, valid: false };
    await confirmVatNumbers(shop.server.deps);
    await confirmVatNumbers(shop.server.deps);
    expect(await tickets(first.data.orderId)).toEqual([{ text: expect.stringMatching(/isn’t registered/) }]);
    registers.state.vies = outage;
    const second = await pay(french);
    await shop.server.clock.advance(7 * dayMs - 1);
    await confirmVatNumbers(shop.server.deps);
    expect(await tickets(second.data.orderId)).toEqual([]);
    await shop.server.clock.advance(1);
    await confirmVatNumbers(shop.server.deps);
    await confirmVatNumbers(shop.server.deps);
    expect(await tickets(second.data.orderId)).toEqual([{ text: expect.stringMatching(/for 7 days no register/) }]);
  });
});

describe('on a laptop', () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await startShop();
  });

  afterAll(() => shop.close());

  // The table in the WSDL of the Commission’s checkVatTestService.
  test.each([
    ['100', 200, { status: 'valid' }],
    ['200', 422, null],
    ['201', 422, null],
    ['202', 200, { status: 'unavailable', reason: 'INVALID_REQUESTER_INFO' }],
    ['300', 200, { status: 'unavailable', reason: 'SERVICE_UNAVAILABLE' }],
    ['301', 200, { status: 'unavailable', reason: 'MS_UNAVAILABLE' }],
    ['302', 200, { status: 'unavailable', reason: 'TIMEOUT' }],
    ['400', 200, { status: 'unavailable', reason: 'VAT_BLOCKED' }],
    ['401', 200, { status: 'unavailable', reason: 'IP_BLOCKED' }],
    ['500', 200, { status: 'unavailable', reason: 'GLOBAL_MAX_CONCURRENT_REQ' }],
    ['501', 200, { status: 'unavailable', reason: 'GLOBAL_MAX_CONCURRENT_REQ_TIME' }],
    ['600', 200, { status: 'unavailable', reason: 'MS_MAX_CONCURRENT_REQ' }],
    ['601', 200, { status: 'unavailable', reason: 'MS_MAX_CONCURRENT_REQ_TIME' }],
    ['501964843', 200, { status: 'unavailable', reason: 'SERVICE_UNAVAILABLE' }],
  ])('PT%s is answered as by the Commission’s test service', async (number, status, check) => {
    const answer = await buy(shop, { country: 'PT', company_name: 'Maré Lda', vat_number: `PT${number}` });
    expect(answer.response_status).toBe(status);
    if (check !== null) expect((await shop.row(answer.data)).vat_check).toMatchObject(check);
    else expect(Object.keys(answer.validation_errors ?? {})).toEqual(['vat_number']);
  });

  // The test data of HMRC’s API; the last number has valid check digits but isn’t in it.
  test.each([
    ['553557881', 200],
    ['146295999727', 200],
    ['980780684', 422],
  ])('GB%s is answered as by HMRC’s sandbox', async (number, status) => {
    const answer = await buy(shop, { ...british, vat_number: `GB${number}` });
    expect(answer.response_status).toBe(status);
  });
});
