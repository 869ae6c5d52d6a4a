import { atom, map } from 'nanostores';
import type * as z from 'zod/mini';
import { readStored } from '../client/browser-storage.ts';
import { send } from '../client/call.ts';
import type { BodyOf, DataOf } from '../contract/call.ts';
import { storageKeys } from '../contract/constants.ts';
import type { ValidationErrors } from '../contract/envelope.ts';
import { createOrder, type duplicateOrder, quoteOrder } from '../contract/orders.ts';
import type { Selection } from '../contract/selection.ts';
import { choiceOf, createFormSaver, findDraft, resume } from './checkout-saved-form.ts';
import { type Choice, choose } from './checkout-selection.ts';
import { goTo } from './navigation.ts';
import { $user } from './session.ts';
import { notifyFailure } from './toasts.ts';

export type Quote = DataOf<typeof quoteOrder>;
export type DuplicateOrder = z.output<typeof duplicateOrder>['earlier'];

export type Buyer = {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly country: string;
  readonly company_name: string;
  readonly vat_number: string;
  readonly termsUse: 0 | 1;
  readonly startNow: 0 | 1;
};

export type QuoteState =
  | { readonly status: 'loading'; readonly quote: Quote | null }
  | { readonly status: 'ready'; readonly quote: Quote }
  /** `refusal` says why it can't be bought, in the reader's language; null if the server wasn't reached. */
  | { readonly status: 'failed'; readonly quote: null; readonly isUnknown: boolean; readonly refusal: string | null };

export type CheckoutState = {
  readonly buyer: Buyer;
  readonly errors: ValidationErrors;
  readonly busy: boolean;
  /** The price changed while the page was open and needs confirmation. */
  readonly priceChanged: boolean;
  /** The same product was just ordered; a second charge needs confirmation. */
  readonly earlier: DuplicateOrder | null;
  /** Why the order failed where no field is at fault; empty if the server gave no message. */
  readonly problem: string | null;
};

const emptyBuyer: Buyer = {
  ...{ email: '', first_name: '', last_name: '', country: '' },
  ...{ company_name: '', vat_number: '' },
  ...{ termsUse: 0, startNow: 0 },
};

/** The state before the first attempt. */
const initialState = { errors: {}, priceChanged: false, earlier: null, problem: null } as const;

/** One checkout: selection, quote, buyer and the redirect to the payment page. */
export function createCheckout(initial: Selection) {
  const before = findDraft();
  const $selection = atom<Selection>(before ? resume(initial, before) : initial);
  const $quote = atom<QuoteState>({ status: 'loading', quote: null });
  const $checkout = map<CheckoutState>({
    ...initialState,
    buyer: before?.owner === null ? before.buyer : emptyBuyer,
    busy: false,
  });
  /** Counts the captchas asked for; 0 is none. */
  const $captchaRound = atom(0);
  const { keep, saveSoon } = createFormSaver(() => ({
    owner: $user.get()?.id ?? null,
    choice: choiceOf($selection.get()),
    buyer: $checkout.get().buyer,
  }));
  let pendingQuote: AbortController | undefined;
  /** A solved captcha, where the server requires one. */
  let captcha = '';
  let attempt = { body: '', key: '' };

  async function refreshQuote(): Promise<void> {
    pendingQuote?.abort();
    pendingQuote = new AbortController();
    const { signal } = pendingQuote;
    $quote.set({ status: 'loading', quote: $quote.get().quote });
    const ask = () => {
      const body = { selection: $selection.get(), country: $checkout.get().buyer.country || undefined };
      return send(quoteOrder, { body, signal });
    };
    const answer = await ask();
    // A session that has just expired cancels the call; retry for the guest's price.
    const result = !answer.ok && answer.failure.kind === 'cancelled' && !signal.aborted ? await ask() : answer;
    if (signal.aborted) return;
    if (result.ok) {
      $quote.set({ status: 'ready', quote: result.data });
      return;
    }
    const { failure } = result;
    const status = failure.kind === 'status' ? failure.status : 0;
    const sentences = failure.kind === 'status' ? [...Object.values(failure.fields).flat(), failure.message] : [];
    const refusal = status === 409 || status === 422 ? (sentences[0] ?? null) : null;
    $quote.set({ status: 'failed', quote: null, isUnknown: status === 404, refusal });
    if (refusal === null && status !== 404) notifyFailure(failure);
  }

  function select(choice: Choice): Promise<void> {
    $selection.set(choose($selection.get(), choice));
    saveSoon();
    return refreshQuote();
  }

  function setBuyer<Field extends keyof Buyer>(field: Field, value: Buyer[Field]): void {
    const { buyer, errors } = $checkout.get();
    const { [field]: _mended, ...others } = errors;
    $checkout.setKey('buyer', { ...buyer, [field]: value });
    $checkout.setKey('errors', others);
    saveSoon();
    // The included tax depends on the country.
    if (field === 'country') void refreshQuote();
  }

  /** A resubmitted order keeps its key, so a double click or a retry after a lost answer opens one order. */
  function keyFor(body: object): string {
    const text = JSON.stringify(body);
    if (attempt.body !== text) attempt = { body: text, key: crypto.randomUUID() };
    return attempt.key;
  }

  /** @param again 1 if the person knows of the earlier order and wants another */
  async function submit(again: 0 | 1 = 0): Promise<void> {
    const { busy, buyer } = $checkout.get();
    const { quote } = $quote.get();
    if (busy || !quote) return;
    keep();
    $checkout.set({ ...initialState, buyer, busy: true });
    const body = {
      ...buyer,
      selection: $selection.get(),
      expectedTotalCents: quote.totalCents,
      again,
      browserSessionId: readStored(storageKeys.sessionId) ?? undefined,
    } as BodyOf<typeof createOrder>;
    const solved = captcha === '' ? {} : { captcha };
    const result = await send(createOrder, { body: { ...body, ...solved }, idempotencyKey: keyFor(body) });
    if (result.ok) {
      goTo(result.data.paymentUrl);
      return;
    }
    const { failure } = result;
    $checkout.setKey('busy', false);
    if (failure.kind === 'status') $checkout.setKey('errors', failure.fields);
    if (failure.kind === 'status' && failure.fields.captcha) $captchaRound.set($captchaRound.get() + 1);
    if (failure.kind === 'status' && failure.status === 409 && failure.data) {
      const data = failure.data as Quote | z.output<typeof duplicateOrder>;
      if ('earlier' in data) {
        $checkout.setKey('earlier', data.earlier);
        return;
      }
      $quote.set({ status: 'ready', quote: data });
      $checkout.setKey('priceChanged', true);
    } else if (failure.kind !== 'cancelled' && Object.keys($checkout.get().errors).length === 0) {
      $checkout.setKey('problem', failure.kind === 'status' ? failure.message : '');
    }
    notifyFailure(failure);
  }

  function setCaptcha(payload: string): void {
    captcha = payload;
  }

  function forgetEarlier(): void {
    $checkout.setKey('earlier', null);
  }

  /** Prefills a signed-in buyer's details and keeps typed values; call the returned function to stop. */
  function followUser(): () => void {
    let mine = before;
    return $user.subscribe((user) => {
      if (!user) return;
      const buyer = mine?.owner === user.id ? mine.buyer : $checkout.get().buyer;
      mine = null;
      $checkout.setKey('buyer', {
        ...buyer,
        email: user.email,
        first_name: buyer.first_name || user.first_name,
        last_name: buyer.last_name || user.last_name,
        country: buyer.country || user.country,
      });
      // The included tax depends on the country.
      if (!buyer.country && user.country) void refreshQuote();
    });
  }

  /** After the back button from the payment page the form works again and opens a new order. */
  function wake({ persisted }: { persisted: boolean }): void {
    if (!persisted) return;
    attempt = { body: '', key: '' };
    $checkout.setKey('busy', false);
  }

  return {
    $selection,
    $quote,
    $checkout,
    $captchaRound,
    refreshQuote,
    select,
    setBuyer,
    setCaptcha,
    submit,
    forgetEarlier,
    followUser,
    wake,
  };
}

export type Checkout = ReturnType<typeof createCheckout>;
