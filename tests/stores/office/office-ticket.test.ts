import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  $officeTicket,
  $presence,
  assignTicket,
  createAgentNote,
  createAgentReply,
  startPresence,
} from '#app/support/stores/office-ticket.ts';
import { newId } from '#server/core/deps.ts';
import { replyTicket } from '#shared/support/contract.ts';
import { startTestApp, type TestApp } from '../../server/support/app.ts';
import { client } from '../../server/support/client.ts';
import { signInStaff } from '../../server/support/funded.ts';
import { writeTicket } from '../../server/support/tickets.ts';
import { connectFetch, resetPage, signIn, toasts, until } from '../support.ts';

let server: TestApp;
let agent: { token: string; personId: string };
let disconnect: () => void = () => undefined;

beforeAll(async () => {
  server = await startTestApp();
  agent = await signInStaff(server, 'support');
});

afterAll(() => server.close());

beforeEach(() => {
  disconnect = connectFetch(server);
  resetPage();
  signIn(agent.token);
  $officeTicket.clear();
});

afterEach(() => disconnect());

const shown = () => {
  const state = $officeTicket.get();
  if (state.status !== 'ready') throw new Error(state.status);
  return state.data;
};
const texts = () => shown().messages.map(({ text }) => text);

async function openTicket() {
  const ticket = await writeTicket(server);
  const load = () => $officeTicket.load(ticket.ticketId);
  await load();
  return { ...ticket, load };
}

async function writeAgain(token: string, ticketId: string): Promise<void> {
  const again = { token, idempotencyKey: newId(), body: { ticketId, message: 'It says CME.' } };
  expect((await client(server)(replyTicket, again)).response_status).toBe(200);
}

test('an unknown ticket is told apart from one that is loading', async () => {
  await $officeTicket.load('none');
  expect($officeTicket.get()).toMatchObject({ status: 'failed' });
});

test('a reply arrives once when its response is lost and it is sent again', async () => {
  const { ticketId, load } = await openTicket();
  const { form, done } = { form: createAgentReply(ticketId, () => void load()), done: vi.fn() };
  form.write('It was a test charge.', shown().version);
  disconnect();
  disconnect = connectFetch(server, async (path, request) => {
    if (!path.endsWith('/reply')) return undefined;
    await server.app.request(path, request);
    done();
    throw new TypeError('Failed to fetch');
  });
  await form.reply('answered', shown().version);
  expect(done).toHaveBeenCalledTimes(1);
  expect(form.$form.get().values.message).toBe('It was a test charge.');
  disconnect();
  disconnect = connectFetch(server);
  await form.reply('answered', shown().version);
  await load();
  expect(texts()).toEqual(['Why was I charged on the 3rd?', 'It was a test charge.']);
  expect(form.$form.get().values.message).toBe('');
});

test('a reply to a changed ticket stays typed, and the new message is loaded', async () => {
  const { ticketId, token, load } = await openTicket();
  const readVersion = shown().version;
  await writeAgain(token, ticketId);
  let reloading: Promise<void> | undefined;
  const form = createAgentReply(ticketId, () => {
    reloading = load();
  });
  form.write('It was a test charge.', readVersion);
  await form.reply('answered', readVersion);
  await reloading;
  expect(form.$form.get().values.message).toBe('It was a test charge.');
  expect(texts()).toEqual(['Why was I charged on the 3rd?', 'It says CME.']);
  await form.reply('answered', shown().version);
  await reloading;
  expect(texts().at(-1)).toBe('It was a test charge.');
});

test('a message that a reload brings while a reply is being written stops the reply once', async () => {
  const { ticketId, token, load } = await openTicket();
  const form = createAgentReply(ticketId, () => undefined);
  form.write('It was', shown().version);
  await writeAgain(token, ticketId);
  await load();
  form.write('It was a test charge.', shown().version);
  await form.reply('answered', shown().version);
  expect(toasts()).toMatchObject([{ text: expect.stringContaining('Someone changed this ticket') }]);
  expect(form.$form.get().values.message).toBe('It was a test charge.');
  await form.reply('answered', shown().version);
  await load();
  expect(texts()).toEqual(['Why was I charged on the 3rd?', 'It says CME.', 'It was a test charge.']);
});

test('a new message that the agent asked to see doesn’t stop the reply', async () => {
  const { ticketId, token, load } = await openTicket();
  const form = createAgentReply(ticketId, () => undefined);
  form.write('It was a test charge.', shown().version);
  await writeAgain(token, ticketId);
  form.acknowledge();
  await load();
  await form.reply('answered', shown().version);
  await load();
  expect(texts()).toEqual(['Why was I charged on the 3rd?', 'It says CME.', 'It was a test charge.']);
});

test('a note is stored for colleagues, and the ticket can be assigned', async () => {
  const { ticketId, load } = await openTicket();
  const form = createAgentNote(ticketId, () => undefined);
  form.set('message', 'Statement checked.');
  await form.submit();
  expect(toasts()).toEqual([{ key: 'saved' }]);
  let reloading: Promise<void> | undefined;
  await assignTicket(ticketId, agent.personId, () => {
    reloading = load();
  });
  await reloading;
  expect(shown()).toMatchObject({ assignee: { id: agent.personId } });
  expect(shown().messages.at(-1)).toMatchObject({ kind: 'note', text: 'Statement checked.' });
});

test('an agent sees who else has the ticket open, until they close it', async () => {
  const { ticketId } = await openTicket();
  const stopColleague = startPresence(ticketId, () => true);
  await until(() => $presence.get() !== null);
  expect($presence.get()?.others).toEqual([]);
  stopColleague();
  const other = await signInStaff(server, 'support');
  signIn(other.token);
  const stop = startPresence(ticketId, () => false);
  await until(() => ($presence.get()?.others.length ?? 0) > 0);
  expect($presence.get()?.others).toMatchObject([{ writing: true }]);
  stop();
});
