import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hourMs } from '#lib/durations.ts';
import { decryptDetails } from '#server/payouts/payees/destination-details.ts';
import { listPayeeRequirements } from '#server/payouts/payees/list-payee-requirements.ts';
import type { BodyOf } from '#shared/core/call.ts';
import { addDestination, fetchPayee, removeDestination } from '#shared/payouts/contract-payees.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInPerson } from '../support/people.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});

afterAll(() => server.close());

const iban: BodyOf<typeof addDestination> = {
  kind: 'iban',
  payee_name: 'Ada Ferreira',
  iban: 'PT50 0002 0123 1234 5678 9015 4',
  bic: 'CGDIPTPL',
  street: 'Rua da Prata 80',
  city: 'Lisboa',
  post_code: '1100-420',
  country: 'PT',
};
const usdcAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const usdc: BodyOf<typeof addDestination> = {
  kind: 'usdc',
  payee_name: 'Ada Ferreira',
  network: 'base',
  usdc_address: usdcAddress,
};

async function start({ confirmed = true } = {}) {
  const person = await signInPerson(server, { lifetimeMs: 30 * 24 * hourMs });
  const confirm = () =>
    server.deps.db
      .updateTable('session')
      .set({ confirmed_at: server.clock.now() })
      .where('id', '=', person.sessionId)
      .execute();
  if (confirmed) await confirm();
  const ask = client(server);
  const { token } = person;
  return {
    ...person,
    confirm,
    email: `${person.personId.toLowerCase()}@example.com`,
    add: (body: BodyOf<typeof addDestination> = iban) => ask(addDestination, { token, body }),
    remove: (destinationId: string) => ask(removeDestination, { token, body: { destinationId } }),
    read: async () => (await ask(fetchPayee, { token })).data,
    missing: (id: string | null = null) => listPayeeRequirements(server.deps, server.deps.db, person.personId, id),
  };
}

const destinationNames = (requirements: readonly { name: string }[]) =>
  requirements.map(({ name }) => name).filter((name) => name.startsWith('destination'));

describe('payout destinations', () => {
  test('a destination requires reauthentication', async () => {
    const ada = await start({ confirmed: false });
    const answer = await ada.add();
    expect(answer).toMatchObject({ response_status: 403, data: { confirm: 1, two_factor: false } });
    expect((await ada.read()).destinations).toEqual([]);
  });

  test('a mistyped IBAN is named before the password is asked', async () => {
    const ada = await start({ confirmed: false });
    const answer = await ada.add({ ...iban, iban: 'PT50 0002 0123 1234 5678 9015 5' });
    expect([answer.response_status, Object.keys(answer.validation_errors ?? {})]).toEqual([422, ['iban']]);
    expect((await ada.add()).response_status).toBe(403);
  });

  test('a destination is stored encrypted, shown masked, announced by email and usable after 72 hours', async () => {
    const ada = await start();
    expect(destinationNames(await ada.missing())).toEqual(['destination']);
    const answer = await ada.add();
    expect(answer.response_status).toBe(200);
    const { destinationId, usableAt } = answer.data;
    expect(usableAt).toBe(server.clock.now().getTime() + 72 * hourMs);
    expect((await ada.read()).destinations).toEqual([
      {
        id: destinationId,
        method: 'bank-transfer',
        kind: 'iban',
        masked: 'PT50 •••• 0154',
        payeeName: 'Ada Ferreira',
        addedAt: server.clock.now().getTime(),
        usableAt,
        matchesVerifiedName: null,
      },
    ]);
    const row = await server.deps.db
      .selectFrom('payout_destination')
      .selectAll()
      .where('id', '=', destinationId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('1234567890');
    expect(decryptDetails(server.deps, row)).toMatchObject({ iban: 'PT50000201231234567890154', bic: 'CGDIPTPL' });
    await server.drain();
    const [mail] = await server.mails(ada.email);
    expect(mail?.subject).toBe('Payout destination added');
    expect(mail?.text).toContain('PT50 •••• 0154');
    expect(mail?.text).not.toContain('1234567890');
    expect(await ada.missing(destinationId)).toContainEqual({ name: 'destination-age', usableAt });
    await server.clock.advance(72 * hourMs - 1);
    expect(destinationNames(await ada.missing(destinationId))).toEqual(['destination-age']);
    await server.clock.advance(1);
    expect(destinationNames(await ada.missing(destinationId))).toEqual([]);
    expect(destinationNames(await ada.missing())).toEqual([]);
  });

  test('adding a destination several times at once adds it once, however the number is typed', async () => {
    const ada = await start();
    const typed = ['PT50000201231234567890154', 'pt50 0002 0123 1234 5678 9015 4', iban.iban ?? ''];
    const answers = await Promise.all([...typed, ...typed].map((text) => ada.add({ ...iban, iban: text })));
    expect(new Set(answers.map(({ data }) => data.destinationId)).size).toBe(1);
    expect((await ada.read()).destinations).toHaveLength(1);
    await server.drain();
    expect(await server.mails(ada.email)).toHaveLength(1);
  });

  test('the same bank account under another name is rejected at the name', async () => {
    const ada = await start();
    await ada.add();
    const answer = await ada.add({ ...iban, payee_name: 'Ada Maria Ferreira' });
    expect(answer.validation_errors).toEqual({
      payee_name: ['You already have this destination, under another name.'],
    });
  });

  test('a wrong number is rejected at its field with the reason, in the reader’s language', async () => {
    const ada = await start();
    const answer = await client(server)(addDestination, {
      token: ada.token,
      locale: 'pt',
      body: { ...iban, iban: 'PT50 0002 0123 1234 5678 9015 5', city: ' ' },
    });
    expect(answer.response_status).toBe(422);
    expect(answer.validation_errors).toEqual({
      iban: ['Um dos caracteres deste IBAN está errado: os dígitos de controlo não correspondem.'],
      city: ['Este campo é obrigatório.'],
    });
  });

  test('an excluded country, a look-alike name and an overlong text are rejected', async () => {
    const ada = await start();
    expect((await ada.add({ ...iban, country: 'KP' })).validation_errors).toHaveProperty('country');
    expect((await ada.add({ ...usdc, payee_name: '\u0410da Ferreira' })).validation_errors).toHaveProperty(
      'payee_name',
    );
    expect((await ada.add({ ...iban, iban: 'P'.repeat(10_000) })).validation_errors).toHaveProperty('iban');
    expect((await ada.read()).destinations).toEqual([]);
  });

  test('a destination can be removed at once, twice without error, and added again with a new wait', async () => {
    const ada = await start();
    const { destinationId } = (await ada.add(usdc)).data;
    await server.drain();
    expect((await ada.remove(destinationId)).response_status).toBe(200);
    expect((await ada.remove(destinationId)).response_status).toBe(200);
    expect((await ada.read()).destinations).toEqual([]);
    expect(destinationNames(await ada.missing(destinationId))).toEqual(['destination']);
    await server.drain();
    await server.clock.advance(hourMs);
    await ada.confirm();
    const again = await ada.add(usdc);
    expect(again.data.destinationId).not.toBe(destinationId);
    expect(again.data.usableAt).toBe(server.clock.now().getTime() + 72 * hourMs);
    await server.drain();
    expect((await server.mails(ada.email)).map(({ subject }) => subject)).toEqual([
      'Payout destination added',
      'Payout destination removed',
      'Payout destination added',
    ]);
  });

  test('another person’s destination can be neither removed nor used', async () => {
    const [ada, eve] = [await start(), await start()];
    const { destinationId } = (await ada.add()).data;
    await server.clock.advance(100 * hourMs);
    expect((await eve.remove(destinationId)).response_status).toBe(404);
    expect(destinationNames(await eve.missing(destinationId))).toEqual(['destination']);
    expect((await eve.read()).destinations).toEqual([]);
    expect((await ada.read()).destinations).toHaveLength(1);
  });

  test('a person can have at most ten destinations', async () => {
    const ada = await start();
    for (let index = 0; index < 10; index += 1) {
      const added = await ada.add({
        kind: 'wise',
        payee_name: 'Ada Ferreira',
        wise_recipient: `ada${index}@example.org`,
      });
      expect(added.response_status).toBe(200);
    }
    expect((await ada.add()).response_status).toBe(409);
    const known = { kind: 'wise', payee_name: 'Ada Ferreira', wise_recipient: 'ADA3@example.org' } as const;
    expect((await ada.add(known)).response_status).toBe(200);
  });
});
