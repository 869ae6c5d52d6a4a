import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/core/deps.ts';
import { sessionChannel } from '#server/core/session-channel.ts';
import { changeStaffByOperator } from '#server/people/staff/change-by-operator.ts';
import type { Role } from '#shared/core/access.ts';
import { bulkActions } from '#shared/firm/bulk-actions.ts';
import { officeOverview } from '#shared/firm/contract-office.ts';
import { officeLists } from '#shared/firm/lists.ts';
import { register, resendEmail, submitLogin, verifyEmail } from '#shared/people/contract.ts';
import { verifyForgotEmail } from '#shared/people/contract-password.ts';
import { checkAuth } from '#shared/people/contract-session.ts';
import * as calls from '#shared/people/contract-staff.ts';
import { riskStream } from '#shared/risk/contract.ts';
import { openTicket } from '#shared/support/contract.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { client } from '../support/client.ts';
import { signInStaff } from '../support/funded.ts';
import { easyCaptcha, goodPassword, readCode, registerVerified, registration } from '../support/identity.ts';
import { signInPerson } from '../support/people.ts';

let server: TestApp;
let ask: ReturnType<typeof client>;
let ada: Awaited<ReturnType<typeof signInStaff>>;
let ben: Awaited<ReturnType<typeof signInStaff>>;

beforeAll(async () => {
  server = await startTestApp({ replace: { captcha: easyCaptcha } });
  ask = client(server);
  ada = await signInStaff(server, 'admin');
  ben = await signInStaff(server, 'admin');
  // A test moves the clock by a week.
  await server.deps.db
    .updateTable('session')
    .set({ expires_at: new Date(Date.UTC(2999, 0, 1)) })
    .execute();
});

afterAll(() => server.close());

const emailOf = (personId: string) => `${personId.toLowerCase()}@example.com`;
const readPerson = (email: string) =>
  server.deps.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
const openRequests = async (personId: string) =>
  (await ask(officeLists.staff.page, { token: ada.token, query: { person: personId, status: 'open' } })).data.rows;
const decide = (token: string, requestId: string, decision: 'confirm' | 'decline' = 'confirm') =>
  ask(calls.decideStaffRequest, { token, body: { requestId, decision } });

async function readInvitation(email: string) {
  await server.drain();
  const [mail] = (await server.mails(email)).filter(({ text }) => text.includes('#token='));
  const [, token = ''] = /#token=([\w-]+)/.exec(mail?.text ?? '') ?? [];
  return { token, subject: mail?.subject ?? '', text: mail?.text ?? '' };
}

async function accept(email: string, password = goodPassword) {
  const { token } = await readInvitation(email);
  await ask(verifyForgotEmail, { body: { token, password, confirm_password: password } });
  return (await ask(submitLogin, { body: { email, password } })).token ?? '';
}

describe('an invitation', () => {
  test('is a 256-bit link that works for seven days, once, and names role and appointer', async () => {
    const email = 'new-agent@example.org';
    const answer = await ask(calls.appointStaff, { token: ada.token, body: { email, role: 'support' } });
    expect(answer.data).toEqual({ isPending: false });
    const invitation = await readInvitation(email);
    // 22 characters of the id, then 43 of the secret, which encode 256 bits.
    expect(invitation.token).toMatch(/^[\w-]{65}$/);
    expect(invitation.subject).toContain('support');
    expect(invitation.text).toContain(emailOf(ada.personId));
    expect(await server.mails(email)).toHaveLength(1);
    await server.clock.advance(6.9 * 86_400_000);
    expect(await accept(email)).not.toBe('');
    expect((await ask(verifyForgotEmail, { body: { token: invitation.token } })).response_status).toBe(410);
    expect(await readPerson(email)).toMatchObject({ roles: ['support'] });
  });

  test('keeps strangers from registering the address, with the answers for a known address', async () => {
    await registerVerified(server, 'known-person@example.org');
    const email = 'invited-admin@example.org';
    await ask(calls.appointStaff, { token: ada.token, body: { email, role: 'support' } });
    await server.drain();
    const stranger = client(server);
    const thief = { password: 'thief-of-names-1', confirm_password: 'thief-of-names-1' };
    const answerOf = async (address: string) => {
      const registered = await stranger(register, { body: registration(address, thief) });
      const resent = await stranger(resendEmail, { body: { email: address } });
      const verified = await stranger(verifyEmail, { body: { email: address, code: '123456' } });
      const entered = await stranger(submitLogin, { body: { email: address, password: thief.password } });
      return [registered, resent, verified, entered].map(({ headers: _, request_id: __, ...answer }) => answer);
    };
    expect(await answerOf(email)).toEqual(await answerOf('known-person@example.org'));
    await server.drain();
    const codes = await server.deps.db
      .selectFrom('email_code')
      .innerJoin('person', 'person.id', 'email_code.person_id')
      .select('purpose')
      .where('email', '=', email)
      .execute();
    expect(codes).toEqual([{ purpose: 'staff-invitation' }]);
    expect(await accept(email)).not.toBe('');
  });

  test('ends what a stranger registered at the address before: password, session and mailed code', async () => {
    const email = 'squatted@example.org';
    const squatter = client(server);
    await squatter(register, { body: registration(email) });
    const code = await readCode(server, email);
    const { token = '' } = await squatter(submitLogin, { body: { email, password: goodPassword } });
    await ask(calls.appointStaff, { token: ada.token, body: { email, role: 'support' } });
    expect((await squatter(checkAuth, { token })).response_status).toBe(498);
    const verified = await squatter(verifyEmail, { body: { email, code } });
    expect(verified.token).toBeUndefined();
    expect((await squatter(submitLogin, { body: { email, password: goodPassword } })).response_status).toBe(422);
    const verifiedBefore = 'squatted-and-verified@example.org';
    const held = await registerVerified(server, verifiedBefore);
    await ask(calls.appointStaff, { token: ada.token, body: { email: verifiedBefore, role: 'support' } });
    expect((await ask(checkAuth, { token: held })).response_status).toBe(498);
    expect((await ask(submitLogin, { body: { email: verifiedBefore, password: goodPassword } })).response_status).toBe(
      422,
    );
  });

  test('dies with the role, and a second one replaces it', async () => {
    const email = 'withdrawn@example.org';
    await ask(calls.appointStaff, { token: ada.token, body: { email, role: 'support' } });
    const first = await readInvitation(email);
    await ask(calls.appointStaff, { token: ada.token, body: { email, role: 'support' } });
    const second = await readInvitation(email);
    expect((await ask(verifyForgotEmail, { body: { token: first.token } })).response_status).toBe(410);
    const { id: personId } = await readPerson(email);
    await ask(calls.removeStaffRole, { token: ada.token, body: { personId, role: 'support' } });
    expect((await ask(verifyForgotEmail, { body: { token: second.token } })).response_status).toBe(410);
  });
});

describe('a change that concerns an administrator', () => {
  test('waits for a second administrator, who is neither its requester nor the person it is about', async () => {
    const cleo = await signInStaff(server, 'admin');
    const answer = await ask(calls.removeStaffRole, {
      token: ada.token,
      body: { personId: cleo.personId, role: 'admin' },
    });
    expect(answer.data).toEqual({ isPending: true });
    expect((await ask(officeOverview, { token: cleo.token })).response_status).toBe(200);
    const [request] = await openRequests(cleo.personId);
    expect(request).toMatchObject({ change: 'remove', role: 'admin', requestedBy: emailOf(ada.personId) });
    const id = request?.id ?? '';
    expect((await decide(ada.token, id)).error_code).toBe('second_person');
    expect((await decide(cleo.token, id)).error_code).toBe('second_person');
    expect((await decide(ben.token, id)).response_status).toBe(200);
    expect((await ask(checkAuth, { token: cleo.token })).response_status).toBe(498);
    expect((await decide(ben.token, id)).error_code).toBe('conflict');
  });

  test('waits as well where it lets someone approve payouts: a role, a restored access, another address', async () => {
    const clerk = await signInStaff(server, 'finance');
    const email = `${clerk.personId.toLowerCase()}-2@example.com`;
    const byAda = { token: ada.token } as const;
    const { personId } = clerk;
    const appointed = await ask(calls.appointStaff, { ...byAda, body: { email: 'till@example.org', role: 'finance' } });
    expect(appointed.data).toEqual({ isPending: true });
    const moved = await ask(calls.correctStaffAddress, { ...byAda, body: { personId, email } });
    expect(moved.data).toEqual({ isPending: true });
    await decide(ben.token, (await openRequests(personId))[0]?.id ?? '', 'decline');
    expect((await ask(calls.suspendStaff, { ...byAda, body: { personId } })).data).toEqual({ isPending: false });
    expect((await ask(calls.restoreStaff, { ...byAda, body: { personId } })).data).toEqual({ isPending: true });
    await decide(ben.token, (await openRequests(personId))[0]?.id ?? '');
    expect(await readPerson(emailOf(personId))).toMatchObject({ suspended_at: null });
  });

  test('can be declined, and only one waits per person', async () => {
    const email = 'would-be-admin@example.org';
    const body = { email, role: 'admin' } as const;
    expect((await ask(calls.appointStaff, { token: ada.token, body })).data).toEqual({ isPending: true });
    expect((await ask(calls.appointStaff, { token: ben.token, body })).error_code).toBe('conflict');
    const { id: personId } = await readPerson(email);
    const [request] = await openRequests(personId);
    await decide(ben.token, request?.id ?? '', 'decline');
    expect(await readPerson(email)).toMatchObject({ roles: [] });
    await server.drain();
    expect(await server.mails(email)).toEqual([]);
  });

  test('is confirmed once by two administrators at once, in two tabs', async () => {
    const dan = await signInStaff(server, 'admin');
    const eve = await signInStaff(server, 'support');
    await ask(calls.appointStaff, { token: ada.token, body: { email: emailOf(eve.personId), role: 'admin' } });
    const [request] = await openRequests(eve.personId);
    const answers = await Promise.all([ben, dan, ben, dan].map(({ token }) => decide(token, request?.id ?? '')));
    expect(answers.map((answer) => answer.response_status).sort()).toEqual([200, 409, 409, 409]);
    await changeStaffByOperator(server.deps, {
      email: emailOf(dan.personId),
      operatorEmail: emailOf(ada.personId),
      change: { change: 'remove', role: 'admin' },
    });
  });

  test('is void once its requester is no administrator any more', async () => {
    const fay = await signInStaff(server, 'admin');
    const target = await signInStaff(server, 'admin');
    await ask(calls.suspendStaff, { token: fay.token, body: { personId: target.personId } });
    const [request] = await openRequests(target.personId);
    await changeStaffByOperator(server.deps, {
      email: emailOf(fay.personId),
      operatorEmail: emailOf(ada.personId),
      change: { change: 'suspend' },
    });
    expect((await decide(ben.token, request?.id ?? '')).error_code).toBe('conflict');
  });

  test('never lets two administrators remove each other at the same time', async () => {
    const own = await startTestApp();
    try {
      const [gus, hal, ida] = await Promise.all([1, 2, 3].map(() => signInStaff(own, 'admin')));
      if (!gus || !hal || !ida) throw new Error('nobody');
      const askOwn = client(own);
      const remove = (by: string, personId: string) =>
        askOwn(calls.removeStaffRole, { token: by, body: { personId, role: 'admin' } });
      await remove(gus.token, hal.personId);
      await remove(hal.token, gus.personId);
      const rows = (await askOwn(officeLists.staff.page, { token: ida.token, query: { status: 'open' } })).data.rows;
      const body = (requestId: string) => ({ requestId, decision: 'confirm' }) as const;
      const answers = await Promise.all(
        rows.map(({ id }) => askOwn(calls.decideStaffRequest, { token: ida.token, body: body(id) })),
      );
      expect(answers.map((answer) => answer.response_status).sort()).toEqual([200, 409]);
    } finally {
      await own.close();
    }
  });
});

describe('access', () => {
  test('nobody changes their own, and only administrators change anyone’s', async () => {
    const own = await ask(calls.appointStaff, {
      token: ada.token,
      body: { email: emailOf(ada.personId), role: 'support' },
    });
    expect(own.error_code).toBe('second_person');
    const agent = await signInStaff(server, 'support');
    const end = (personId: string) => ask(calls.endPersonSessions, { token: agent.token, body: { personId } });
    expect((await end(ben.personId)).error_code).toBe('not_allowed');
    const customer = await signInPerson(server);
    expect((await end(customer.personId)).response_status).toBe(200);
    expect((await ask(checkAuth, { token: customer.token })).response_status).toBe(498);
    const body = { email: 'friend@example.org', role: 'finance' } as const;
    expect((await ask(calls.appointStaff, { token: agent.token, body })).error_code).toBe('not_allowed');
    const stale = await signInPerson(server, { roles: ['admin'] });
    expect((await ask(calls.appointStaff, { token: stale.token, body })).error_code).toBe('confirm_first');
  });

  test.each(['remove', 'suspend', 'end'] as const)(
    '%s: a stream at another copy ends with the news of it, at no time of the clock',
    async (act) => {
      const copy = await server.another();
      const watcher = await signInStaff(server, 'risk_manager');
      const headers = { Authorization: `Bearer ${watcher.token}` };
      const response = await copy.app.request(`/api/${riskStream.path}`, { headers });
      const reader = response.body?.getReader();
      await reader?.read();
      let isOver = false;
      void (async () => {
        while ((await reader?.read())?.done === false);
        isOver = true;
      })();
      const { personId } = watcher;
      const { promise: news, resolve } = Promise.withResolvers<string>();
      await copy.deps.bus.subscribe(sessionChannel(watcher.sessionId), resolve);
      const at = server.clock.now();
      if (act === 'remove')
        await ask(calls.removeStaffRole, { token: ada.token, body: { personId, role: 'risk_manager' } });
      if (act === 'suspend') await ask(calls.suspendStaff, { token: ada.token, body: { personId } });
      if (act === 'end') await ask(calls.endPersonSessions, { token: ada.token, body: { personId } });
      await news;
      expect((await client(copy)(checkAuth, { token: watcher.token })).response_status).toBe(498);
      expect([isOver, server.clock.now()]).toEqual([true, at]);
    },
  );

  test('a download under way ends with the role', async () => {
    const clerk = await signInStaff(server, 'finance');
    const headers = { Authorization: `Bearer ${clerk.token}` };
    const response = await server.app.request(`/api/${officeLists.people.file.path}`, { headers });
    const reader = response.body?.getReader();
    await reader?.read(); // The byte order mark
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('email');
    // Between servers, the news of the end takes a moment.
    const ended = new Promise((done) => void server.deps.bus.subscribe(sessionChannel(clerk.sessionId), done));
    await ask(calls.removeStaffRole, { token: ada.token, body: { personId: clerk.personId, role: 'finance' } });
    await ended;
    await expect(reader?.read()).rejects.toThrow('ended early');
  });

  test('a bulk run under way stops with the role, and what it has not reached stays', async () => {
    const clerk = await signInStaff(server, 'support');
    const ids: string[] = [];
    for (let index = 0; index < 100; index += 1) {
      const requester = await signInPerson(server);
      const body = { topic: 'other', message: `Question ${index}` } as const;
      const opened = await ask(openTicket, { token: requester.token, idempotencyKey: newId(), body });
      ids.push(opened.data.ticketId);
    }
    const body = { ids, previewedAt: server.clock.now().getTime() };
    const running = ask(bulkActions.closeTickets.run, { token: clerk.token, idempotencyKey: newId(), body });
    const countClosed = async () => {
      const { count } = await server.deps.db
        .selectFrom('ticket')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('id', 'in', ids)
        .where('status', '=', 'closed')
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    await ask(calls.removeStaffRole, { token: ada.token, body: { personId: clerk.personId, role: 'support' } });
    expect((await running).error_code).toBe('token_invalid');
    expect(await countClosed()).toBeLessThan(100);
  });

  test('a suspended staff member can’t sign in by any way until restored', async () => {
    const email = 'suspended-agent@example.org';
    await ask(calls.appointStaff, { token: ada.token, body: { email, role: 'support' } });
    const token = await accept(email);
    const { id: personId } = await readPerson(email);
    await ask(calls.suspendStaff, { token: ada.token, body: { personId } });
    expect((await ask(checkAuth, { token })).response_status).toBe(498);
    const refused = await ask(submitLogin, { body: { email, password: goodPassword } });
    expect(refused).toMatchObject({ response_status: 403, error_code: 'sign_in_suspended' });
    expect((await ask(submitLogin, { body: { email, password: 'wrong-password-1' } })).error_code).toBe('login_failed');
    await ask(calls.restoreStaff, { token: ada.token, body: { personId } });
    expect((await ask(submitLogin, { body: { email, password: goodPassword } })).response_status).toBe(200);
    await server.drain();
    const subjects = (await server.mails(email)).map(({ subject }) => subject);
    expect(subjects).toEqual(expect.arrayContaining(['Your access is suspended', 'Your access is restored']));
  });

  test('a corrected address gets the only way in, and the old one is notified', async () => {
    const [old, right] = ['mistyped@example.org', 'mistyped-no-more@example.org'];
    await ask(calls.appointStaff, { token: ada.token, body: { email: old, role: 'support' } });
    const token = await accept(old);
    const { id: personId } = await readPerson(old);
    const taken = await ask(calls.correctStaffAddress, {
      token: ada.token,
      body: { personId, email: emailOf(ben.personId) },
    });
    expect(taken.error_code).toBe('conflict');
    await ask(calls.correctStaffAddress, { token: ada.token, body: { personId, email: right } });
    expect((await ask(checkAuth, { token })).response_status).toBe(498);
    for (const email of [old, right])
      expect((await ask(submitLogin, { body: { email, password: goodPassword } })).response_status).toBe(422);
    await server.drain();
    expect((await server.mails(old)).map(({ subject }) => subject)).toContain('Your email address was changed');
    expect(await accept(right, 'another-ladder-47-quilt')).not.toBe('');
  });

  test('commands do the same at once, and keep the last administrator', async () => {
    const own = await startTestApp();
    try {
      const { personId } = await signInStaff(own, 'admin');
      const operatorEmail = emailOf(personId);
      const change = { change: 'remove', role: 'admin' } as const;
      await expect(changeStaffByOperator(own.deps, { email: operatorEmail, operatorEmail, change })).rejects.toThrow(
        'The last administrator stays',
      );
      const second = await signInStaff(own, 'admin' satisfies Role);
      await changeStaffByOperator(own.deps, { email: emailOf(second.personId), operatorEmail, change });
      expect((await client(own)(checkAuth, { token: second.token })).response_status).toBe(498);
    } finally {
      await own.close();
    }
  });
});
