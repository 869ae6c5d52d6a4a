import { describe, expect, test } from 'vitest';
import { createNewsletterForm } from '#app/messages/stores/newsletter.ts';
import { replaceWith } from '#app/shell/stores/navigation.ts';
import { keepForm } from '#app/shell/stores/saved-form.ts';
import { startSession } from '#app/shell/stores/session.ts';
import { createContactForm, fillInTargetAccount } from '#app/support/stores/contact.ts';
import { prefillContact } from '#app/support/stores/contact-prefill.ts';
import { createReplyForm, createTicketForm, createUploads } from '#app/support/stores/tickets.ts';
import { easyCaptcha } from '../../server/support/identity.ts';
import { signInPerson } from '../../server/support/people.ts';
import { connectFetch, openPage, serveStores, signIn, toasts } from '../support.ts';

const server = await serveStores({ replace: { captcha: easyCaptcha } });

describe('the contact form', () => {
  test('takes its topic and account from a link', () => {
    openPage('/contact?topic=withdrawal&account=RTH-204417');
    const form = createContactForm();
    fillInTargetAccount(form, 'Account');
    expect(form.$form.get().values).toMatchObject({ topic: 'withdrawal', message: 'Account RTH-204417\n\n' });
  });

  test('takes no text from a crafted link', () => {
    openPage(`/contact?topic=nonsense&account=${encodeURIComponent('RTH-1. Call +1 555 0100')}`);
    const form = createContactForm();
    fillInTargetAccount(form, 'Account');
    expect(form.$form.get().values).toMatchObject({ topic: 'question', message: '' });
  });

  test('keeps typed text', () => {
    openPage('/contact?account=RTH-204417');
    const form = createContactForm();
    form.set('message', 'My own words');
    fillInTargetAccount(form, 'Account');
    expect(form.$form.get().values.message).toBe('My own words');
  });

  test('takes name and address from the session that starts meanwhile, except where something was typed', async () => {
    const { personId, token } = await signInPerson(server);
    openPage('/contact');
    const [named, addressed] = [createContactForm(), createContactForm()];
    named.set('name', 'Augusta');
    addressed.set('email', 'office@example.org');
    const stops = [prefillContact(named), prefillContact(addressed)];
    signIn(token);
    await startSession();
    const own = { name: 'Ada Ferreira', email: `${personId.toLowerCase()}@example.com` };
    expect(named.$form.get().values).toMatchObject({ ...own, name: 'Augusta' });
    expect(addressed.$form.get().values).toMatchObject({ ...own, email: 'office@example.org' });
    for (const stop of stops) stop();
  });

  test('passes typed text on to the signed-in form, and back once the session has ended', () => {
    const page = openPage('/contact?topic=withdrawal&account=RTH-204417');
    const form = createContactForm();
    const leave = keepForm(form, ['name', 'topic', 'message']);
    form.set('name', 'Ada');
    form.set('topic', 'payment');
    form.set('message', 'Which fee is it?');
    leave();
    const next = createTicketForm(createUploads(undefined), () => undefined);
    fillInTargetAccount(next, 'Account');
    keepForm(next, ['topic', 'message'])();
    expect(next.$form.get().values).toMatchObject({ topic: 'payment', message: 'Which fee is it?' });
    const again = createContactForm();
    keepForm(again, ['name', 'topic', 'message'])();
    expect(again.$form.get().values).toMatchObject({ name: 'Ada', topic: 'payment', message: 'Which fee is it?' });
    openPage('/contact');
    const other = createContactForm();
    keepForm(other, ['message'])();
    expect(other.$form.get().values.message).toBe('');
    expect(page.visited).toEqual([]);
  });

  test('finds typed text again after a sign-in that leads back', () => {
    const contact = openPage('/contact?ticket=T-1');
    const form = createContactForm();
    form.set('message', 'Is it solved?');
    keepForm(form, ['message'])();
    const signInScreen = openPage('/sign-in?next=%2Fcontact%3Fticket%3DT-1', contact.state());
    replaceWith('/contact?ticket=T-1');
    // The entry takes the new address and is loaded again, so what it holds arrives.
    expect([signInScreen.address(), signInScreen.visited]).toEqual(['/contact?ticket=T-1', ['reload']]);
    const uploads = createUploads(undefined);
    const reply = createReplyForm({ ticketId: 'T-1', secret: undefined }, uploads);
    keepForm(reply, ['message'])();
    expect(reply.$form.get().values.message).toBe('Is it solved?');
  });

  test('leads to the thank-you page once the message is sent', async () => {
    const { visited, state } = openPage('/contact');
    const form = createContactForm();
    const values = { name: 'Ada', email: 'ada@example.org', message: 'How do I start?', captcha: 'solved' };
    for (const [field, value] of Object.entries(values)) form.set(field as 'name', value);
    keepForm(form, ['name', 'message'])();
    await form.submit();
    expect(visited).toEqual(['/thankyou']);
    // Going back doesn't offer the message again.
    expect(state()).not.toHaveProperty('form');
  });
});

const strings = {
  captcha: 'Please complete the CAPTCHA.',
  required: '{{field}} field is required',
  field_email: 'Email',
  consent: 'Please agree.',
  passwords: 'Password and confirm password must match.',
  subscribed: 'Your have successfully subscribed!',
  confirm_hint: 'Confirm your address.',
};

describe('the newsletter form', () => {
  const texts = () =>
    toasts().map((toast) => ('text' in toast ? toast.text : 'key' in toast ? toast.key : toast.fields));

  test('reports every missing field in the specified order and sends nothing', async () => {
    const sent: string[] = [];
    connectFetch(server, (path) => {
      sent.push(path);
      return undefined;
    });
    const { submit, $newsletter } = createNewsletterForm(strings);
    await submit();
    expect(texts()).toEqual(['Please complete the CAPTCHA.', 'Email field is required', 'Please agree.']);
    expect(sent).toEqual([]);
    expect($newsletter.get().status).toBe('idle');
  });

  test('is emptied after a subscription', async () => {
    const { set, setCaptcha, submit, $newsletter } = createNewsletterForm(strings);
    set('email', 'ada@example.org');
    set('termsUse', 1);
    setCaptcha('solved');
    await submit();
    expect(texts()).toEqual(['Your have successfully subscribed!', 'Confirm your address.']);
    expect($newsletter.get()).toEqual({
      values: { email: '', termsUse: 0, share: 0 },
      captcha: '',
      status: 'success',
      round: 1,
    });
  });

  test('keeps the typed text of a rejected address and needs a new captcha', async () => {
    const { set, setCaptcha, submit, $newsletter } = createNewsletterForm(strings);
    set('email', 'ada@nowhere');
    set('termsUse', 1);
    setCaptcha('solved');
    await submit();
    expect($newsletter.get()).toEqual({
      values: { email: 'ada@nowhere', termsUse: 1, share: 0 },
      captcha: '',
      status: 'idle',
      round: 1,
    });
    expect(texts()).toHaveLength(1);
  });

  test('can be retried after a lost connection', async () => {
    const { set, setCaptcha, submit, $newsletter } = createNewsletterForm(strings);
    set('email', 'ada@example.org');
    set('termsUse', 1);
    setCaptcha('solved');
    connectFetch(server, () => Promise.reject(new TypeError('Failed to fetch')));
    await submit();
    expect($newsletter.get().status).toBe('failure');
    expect(texts()).toEqual(['network']);
    connectFetch(server);
    setCaptcha('solved');
    await submit();
    expect($newsletter.get().status).toBe('success');
  });
});
