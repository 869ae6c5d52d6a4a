import { describe, expect, test } from 'vitest';
import {
  $ticket,
  createReplyForm,
  createTicketForm,
  createUploads,
  loadTicket,
  readTicketLink,
} from '#app/support/stores/tickets.ts';
import { photograph } from '../../server/support/payee.ts';
import { signInPerson } from '../../server/support/people.ts';
import { writeTicket } from '../../server/support/tickets.ts';
import { connectFetch, openPage, serveStores, signIn, toasts } from '../support.ts';

const server = await serveStores();

const openOwn = async () => {
  const { token, ticketId } = await writeTicket(server);
  signIn(token);
  return { ticketId, secret: undefined };
};

const texts = () => {
  const state = $ticket.get();
  return state.status === 'ready' ? state.value.messages.map(({ text }) => text) : state.status;
};

describe('the ticket address', () => {
  test('identifies an own ticket, or one with the secret of an emailed link', () => {
    openPage('/contact?ticket=abc');
    expect(readTicketLink()).toEqual({ ticketId: 'abc', secret: undefined });
    openPage('/contact#ticket=abc.1773238800000.x');
    expect(readTicketLink()).toEqual({ ticketId: 'abc', secret: 'abc.1773238800000.x' });
    openPage('/contact');
    expect(readTicketLink()).toBeNull();
  });

  test('of an unknown ticket leads to no conversation, and a wrong secret leaves the session alone', async () => {
    const link = await openOwn();
    await loadTicket({ ticketId: 'nothing', secret: undefined });
    expect(texts()).toBe('missing');
    await loadTicket({ ...link, secret: `${link.ticketId}.1773238800000.${'x'.repeat(43)}` });
    expect(texts()).toBe('missing');
    await loadTicket(link);
    expect(texts()).toHaveLength(1);
  });
});

describe('a reply', () => {
  test('whose response was lost is sent once by a second click', async () => {
    const link = await openOwn();
    let lost = 0;
    connectFetch(server, async (path, request) => {
      if (path !== '/api/tickets/reply' || lost > 0) return undefined;
      lost += 1;
      await server.app.request(path, request);
      throw new TypeError('Failed to fetch');
    });
    const form = createReplyForm(link, createUploads(undefined));
    form.set('message', 'Once only.');
    await form.submit();
    expect(toasts()).toEqual([{ key: 'network' }]);
    expect(form.$form.get().values.message).toBe('Once only.');
    await form.submit();
    expect(toasts()).toEqual([{ key: 'sent' }]);
    expect(texts()).toEqual(['Why was I charged on the 3rd?', 'Once only.']);
    form.set('message', 'And again.');
    await form.submit();
    expect(texts()).toHaveLength(3);
  });

  test('includes its files, and says why one was refused', async () => {
    const link = await openOwn();
    const uploads = createUploads(undefined);
    await uploads.add(new File(['<script>'], 'page.html'));
    expect(uploads.$uploads.get()).toMatchObject({ files: [], error: expect.stringMatching(/JPEG/) });
    await uploads.add(new File([new Uint8Array(await photograph())], 'screen.jpg'));
    const form = createReplyForm(link, uploads);
    form.set('message', 'Here it is.');
    form.set('attachmentIds', uploads.listIds());
    await form.submit();
    const state = $ticket.get();
    const last = state.status === 'ready' ? state.value.messages.at(-1) : undefined;
    expect(last?.attachments).toMatchObject([{ name: 'screen.webp' }]);
    expect(uploads.$uploads.get().files).toEqual([]);
  });
});

test('a new ticket leads to its conversation', async () => {
  const { token } = await signInPerson(server);
  signIn(token);
  const opened: string[] = [];
  const form = createTicketForm(createUploads(undefined), (id) => opened.push(id));
  form.set('message', 'Hello.');
  await form.submit();
  expect(opened).toHaveLength(1);
});
