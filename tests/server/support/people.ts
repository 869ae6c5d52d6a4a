import { dayMs } from '#lib/durations.ts';
import { openAccount } from '#server/accounts/lifecycle/open.ts';
import { newId } from '#server/core/deps.ts';
import { newToken, sha256 } from '#server/core/encryption.ts';
import { pickOrderNumber } from '#server/orders/pick-number.ts';
import type { Role } from '#shared/core/access.ts';
import type { TestApp } from './app.ts';

type Person = { readonly personId: string; readonly sessionId: string; readonly token: string };

/** Creates a signed-in person. People with roles also have two-step sign-in, which staff need. */
export async function signInPerson(
  { deps }: Pick<TestApp, 'deps'>,
  {
    verified = true,
    lifetimeMs = dayMs,
    roles = [],
  }: { verified?: boolean; lifetimeMs?: number; roles?: readonly Role[] } = {},
): Promise<Person> {
  const now = deps.clock();
  const personId = newId();
  const sessionId = newId();
  const token = newToken();
  await deps.db
    .insertInto('person')
    .values({
      id: personId,
      email: `${personId.toLowerCase()}@example.com`,
      first_name: 'Ada',
      last_name: 'Ferreira',
      country: 'PT',
      locale: 'en',
      password_hash: null,
      email_verified_at: verified ? now : null,
      created_at: now,
    })
    .execute();
  if (roles.length > 0) await giveRoles({ deps }, personId, roles);
  await deps.db
    .insertInto('session')
    .values({
      id: sessionId,
      person_id: personId,
      token_hash: sha256(token),
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeMs),
      user_agent: 'test',
      ip: '127.0.0.1',
    })
    .execute();
  return { personId, sessionId, token };
}

/** Makes someone staff or a partner, with two-step sign-in on. */
export async function giveRoles(
  { deps }: Pick<TestApp, 'deps'>,
  personId: string,
  roles: readonly Role[],
): Promise<void> {
  await deps.db
    .updateTable('person')
    .set({ roles: [...roles], two_factor_at: deps.clock() })
    .where('id', '=', personId)
    .execute();
}

/** A paid order as the checkout leaves it. */
export async function payOrder({ deps }: Pick<TestApp, 'deps'>, personId: string, packageId = 'classic-50k') {
  const now = deps.clock();
  const person = await deps.db.selectFrom('person').selectAll().where('id', '=', personId).executeTakeFirstOrThrow();
  const id = newId();
  return deps.db
    .insertInto('orders')
    .values({
      id,
      number: await pickOrderNumber(deps.db),
      purchase_id: id,
      session_id: newId(),
      kind: 'evaluation',
      status: 'paid',
      person_id: personId,
      email: person.email,
      first_name: person.first_name,
      last_name: person.last_name,
      country: person.country,
      locale: 'en',
      package_id: packageId,
      platform: 'rithmic',
      rules_version: deps.catalog.packages.rulesVersion,
      lines: JSON.stringify([]),
      coupon: null,
      total_cents: 14_900,
      currency: 'USD',
      consents: JSON.stringify([]),
      idempotency_scope: personId,
      idempotency_key: newId(),
      request_hash: '',
      payment_provider: 'sandbox',
      payment_session_id: null,
      payment_url: null,
      created_at: now,
      expires_at: new Date(now.getTime() + dayMs),
      paid_at: now,
    })
    .returning(['id', 'platform', 'package_id', 'rules_version'])
    .executeTakeFirstOrThrow()
    .then((order) => ({ ...order, person_id: personId }));
}

export async function buyAccount(server: Pick<TestApp, 'deps'>, personId: string, packageId?: string): Promise<string> {
  const { accountId } = await openAccount(server.deps, await payOrder(server, personId, packageId));
  return accountId;
}
