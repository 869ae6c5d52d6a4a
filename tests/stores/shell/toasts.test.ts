import { beforeEach, describe, expect, test } from 'vitest';
import type { Failure } from '#app/http/failure.ts';
import { consumeToasts, notify, notifyFailure } from '#app/shell/stores/toasts.ts';

beforeEach(() => void consumeToasts());

const failed = (status: number, rest: Partial<Extract<Failure, { kind: 'status' }>> = {}): Failure => ({
  kind: 'status',
  status,
  code: null,
  message: '',
  fields: {},
  data: undefined,
  requestId: null,
  ...rest,
});

const shown = () => consumeToasts().map(({ type, message }) => [type, message]);

describe('toasts', () => {
  test('are each taken once, oldest first', () => {
    notify('success', { key: 'saved' });
    notify('info', { key: 'copied' });
    expect(consumeToasts().map(({ message }) => message)).toEqual([{ key: 'saved' }, { key: 'copied' }]);
    expect(consumeToasts()).toEqual([]);
  });

  test('close after 3 seconds for a failed call and after 5 otherwise', () => {
    notify('success', { key: 'saved' });
    notifyFailure({ kind: 'network' });
    expect(consumeToasts().map(({ closeAfterMs }) => closeAfterMs)).toEqual([5_000, 3_000]);
  });
});

describe('a failed call', () => {
  test.each([
    [204, 'info'],
    [400, 'error'],
    [406, 'warning'],
    [410, 'warning'],
    [500, 'error'],
  ])('status %i without a message has the catalog’s type %s', (status, type) => {
    notifyFailure(failed(status));
    expect(shown()).toEqual([[type, { key: expect.any(String) }]]);
  });

  test('shows the server’s message rather than the catalog’s', () => {
    notifyFailure(failed(409, { message: 'This order is already paid.' }));
    expect(shown()).toEqual([['error', { text: 'This order is already paid.' }]]);
  });

  test('shows the fields of a form in one toast instead of the general message', () => {
    const fields = { email: ['Enter an address.'], confirm: ['Enter an address.', 'Too short.'] };
    notifyFailure(failed(422, { message: 'Invalid.', fields }));
    expect(shown()).toEqual([['error', { fields }]]);
  });

  test('adds no toast when it was canceled or its token was rejected', () => {
    notifyFailure({ kind: 'canceled' });
    notifyFailure(failed(498));
    expect(shown()).toEqual([]);
  });
});
