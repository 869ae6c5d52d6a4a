import { describe, expect, test } from 'vitest';
import { createNewsletterForm } from '#app/messages/stores/newsletter.ts';
import { createContactForm, fillInTargetAccount, restoreMessage, saveMessage } from '#app/support/stores/contact.ts';
import { createTicketForm, createUploads } from '#app/support/stores/tickets.ts';
import { easyCaptcha } from '../../server/support/identity.ts';
import { connectFetch, openPage, serveStores, toasts } from '../support.ts';

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

  test('passes text typed before the session check on to the signed-in form, once', () => {
    openPage('/contact?topic=withdrawal&account=RTH-204417');
    const form = createContactForm();
    form.set('topic', 'payment');
    form.set('message', 'Which fee is it?');
    saveMessage(form);
    const next = createTicketForm(createUploads(undefined), () => undefined);
    fillInTargetAccount(next, 'Account');
    restoreMessage(next);
    expect(next.$form.get().values).toMatchObject({ topic: 'payment', message: 'Which fee is it?' });
    const other = createTicketForm(createUploads(undefined), () => undefined);
    restoreMessage(other);
    expect(other.$form.get().values).toMatchObject({ topic: 'question', message: '' });
    // A session that ends meanwhile brings the first form back.
    saveMessage(next);
    const again = createContactForm();
    restoreMessage(again);
    expect(again.$form.get().values).toMatchObject({ topic: 'payment', message: 'Which fee is it?' });
  });

  test('leads to the thank-you page once the message is sent', async () => {
    const { visited } = openPage('/contact');
    const form = createContactForm();
    const values = { name: 'Ada', email: 'ada@example.org', message: 'How do I start?', captcha: 'solved' };
    for (const [field, value] of Object.entries(values)) form.set(field as 'name', value);
    await form.submit();
    expect(visited).toEqual(['/thankyou']);
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
